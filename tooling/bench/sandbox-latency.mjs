// node tooling/bench/sandbox-latency.mjs [--docker=<socket> --image=<image>] [--calls=200] [--rounds=10]
// What a sandbox costs: the same server on the host and in each sandbox, called in turn, so that a busy machine is
// equally busy for all of them. Prints medians, and the difference to the host's; a Docker call may cost 0.5 ms more.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createMcpTransport } from "@x/mcp";
import { bwrapSandbox } from "@x/sandbox-bwrap";
import { dockerSandbox } from "@x/sandbox-docker";
import { hostSandbox } from "@x/sandbox-host";

const { values } = parseArgs({
  options: {
    docker: { type: "string" },
    image: { type: "string" },
    calls: { type: "string", default: "200" },
    rounds: { type: "string", default: "10" },
  },
});
const calls = Number(values.calls);
const rounds = Number(values.rounds);
const mostDockerMs = 0.5;
const here = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

const sandboxes = { host: hostSandbox({ allowHostExecution: true }) };
const bwrap = bwrapSandbox({ binds: [{ source: here, target: "/bench" }] });
const bwrapWorks = await bwrap.open().then(
  (session) => session.close().then(() => true),
  (error) => console.log(`without bwrap: ${error.message}`),
);
if (bwrapWorks) sandboxes.bwrap = bwrap;
if (values.docker !== undefined)
  sandboxes.docker = dockerSandbox({
    image: values.image,
    socketPath: values.docker,
    mounts: [{ source: here, target: "/bench" }],
  });

const subjects = [];
try {
  for (const [name, sandbox] of Object.entries(sandboxes)) subjects.push(await prepare(name, sandbox));
  for (let round = 0; round < rounds; round++)
    for (const subject of subjects) await measure(subject, round > 0);
  report(subjects);
} finally {
  for (const { port, session } of subjects) {
    await port.stop();
    await session.close();
  }
}

/** A server that answers, an echo beside it for the bare pipe, and how long both took to start. */
async function prepare(name, sandbox) {
  const folder = name === "host" ? here : "/bench";
  const starts = [];
  const port = createMcpTransport(
    { kind: "stdio", serverId: name, command: "node", args: [`${folder}/echo-server.mjs`] },
    { sandbox },
  );
  await port.connect({ timeoutMs: 120_000 });
  const session = await sandbox.open();
  const echo = await session.spawn({ command: "cat" });
  const reader = echo.stdout[Symbol.asyncIterator]();
  return { name, port, session, echo, reader, starts, callMs: [], pipeMs: [] };
}

async function measure({ port, session, echo, reader, starts, callMs, pipeMs }, counts) {
  const keep = (list, value) => counts && list.push(value);
  for (let call = 0; call < calls; call++) {
    const begin = performance.now();
    await port.callTool("echo", { text: "x".repeat(100) });
    keep(callMs, performance.now() - begin);
  }
  const line = Buffer.from(`${"x".repeat(199)}\n`);
  for (let call = 0; call < calls; call++) {
    const begin = performance.now();
    await echo.writeStdin(line);
    for (let bytes = 0; bytes < line.length; ) bytes += (await reader.next()).value.length;
    keep(pipeMs, performance.now() - begin);
  }
  const begin = performance.now();
  await (await session.spawn({ command: "true" })).exit;
  keep(starts, performance.now() - begin);
}

function report(all) {
  const [host] = all;
  const show = (ms) => ms.toFixed(ms < 10 ? 3 : 0);
  for (const [title, key] of [
    ["MCP call", "callMs"],
    ["bare pipe, 200 bytes there and back", "pipeMs"],
    ["start and end of `true`", "starts"],
  ]) {
    console.log(`${title}, ms (min / median / 90th percentile; median more than on the host)`);
    for (const subject of all) {
      const [least, median, high] = [0, 0.5, 0.9].map((share) => quantile(subject[key], share));
      const more = median - quantile(host[key], 0.5);
      console.log(
        `  ${subject.name.padEnd(7)} ${show(least)} / ${show(median)} / ${show(high)}; +${show(more)}, ratio ${(median / quantile(host[key], 0.5)).toFixed(2)}`,
      );
    }
  }
  const docker = all.find(({ name }) => name === "docker");
  if (docker === undefined) return;
  const more = quantile(docker.callMs, 0.5) - quantile(host.callMs, 0.5);
  const met = more <= mostDockerMs;
  console.log(`${met ? "ok  " : "MISS"} a Docker call costs ${show(more)} ms more (at most ${mostDockerMs})`);
  process.exitCode = met ? 0 : 1;
}

function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
