// node tooling/bench/sandbox-latency.mjs [--docker=<socket> --image=<image>] [--calls=200] [--rounds=10]
// What a sandbox costs: the same server on the host and in each sandbox, called in turn, so that a busy machine is
// equally busy for all of them. Prints medians, what they are more than the host's, and the ratio to those; a Docker
// call may cost 0.5 ms more. E2B is the stand-in of its tests, on this machine: what its service adds is not in it.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createMcpTransport } from "@x/mcp";
import { bashSandbox } from "@x/sandbox-bash";
import { bwrapSandbox } from "@x/sandbox-bwrap";
import { dockerSandbox } from "@x/sandbox-docker";
import { e2bSandbox } from "@x/sandbox-e2b";
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

const subjects = [];
const standIn = await startStandIn();
try {
  for (const candidate of await candidates()) subjects.push(await prepare(candidate));
  for (let round = 0; round < rounds; round++)
    for (const subject of subjects) await measure(subject, round > 0);
  report(subjects);
} finally {
  for (const { port, session } of subjects) {
    await port.stop();
    await session.close();
  }
  await standIn?.[Symbol.asyncDispose]();
}

/** Every sandbox that is there, the host first. `folder` is where it sees this one; `share` is its part of the calls. */
async function candidates() {
  const host = { name: "host", sandbox: hostSandbox({ allowHostExecution: true }), folder: here, share: 1 };
  const bound = { folder: "/bench", share: 1 };
  const bwrap = bwrapSandbox({ binds: [{ source: here, target: "/bench" }] });
  const found = [host, { name: "bwrap", sandbox: bwrap, ...bound }];
  // Each call starts a server: a few are enough.
  found.push({ name: "bash", sandbox: bashSandbox(), folder: here, share: 0.03 });
  if (standIn !== undefined) {
    const { url, key } = standIn;
    const e2b = e2bSandbox({ apiKey: key, apiUrl: url, sandboxUrl: url, network: "internet" });
    found.push({ name: "e2b", sandbox: e2b, folder: here, share: 1 });
  }
  if (values.docker !== undefined) {
    const mounts = [{ source: here, target: "/bench" }];
    const docker = dockerSandbox({ image: values.image, socketPath: values.docker, mounts });
    found.push({ name: "docker", sandbox: docker, ...bound });
  }
  const there = await Promise.all(found.map(opens));
  return found.filter((_, index) => there[index]);
}

async function opens({ name, sandbox }) {
  try {
    await (await sandbox.open()).close();
    return true;
  } catch (error) {
    console.log(`without ${name}: ${error.message}`);
    return false;
  }
}

/** The tests' own, in TypeScript: a Node that reads that is needed, and bubblewrap. */
async function startStandIn() {
  try {
    // @boundaries-ignore the stand-in of E2B's service belongs to the tests of @x/sandbox-e2b; no package ships it
    const module = await import("../../packages/sandbox-e2b/test/stand-in/stand-in.ts");
    return Object.assign(await module.startStandIn(), { key: module.standInKey });
  } catch (error) {
    console.log(`without e2b: ${error.code === "ERR_UNKNOWN_FILE_EXTENSION" ? "Node 24 is needed" : error}`);
    return undefined;
  }
}

/** A server that answers, and where the session can spawn, an echo beside it for the bare pipe. */
async function prepare({ name, sandbox, folder, share }) {
  const open = () =>
    createMcpTransport(
      { kind: "stdio", serverId: name, command: "node", args: [`${folder}/echo-server.mjs`] },
      { sandbox },
    );
  const port = open();
  await port.connect({ timeoutMs: 120_000 });
  const session = await sandbox.open();
  const echo = await session.spawn?.({ command: "cat" });
  const reader = echo?.stdout[Symbol.asyncIterator]();
  const times = { callMs: [], pipeMs: [], startMs: [], connectMs: [] };
  return { name, open, port, session, echo, reader, count: Math.max(1, Math.round(calls * share)), times };
}

async function measure({ open, port, session, echo, reader, count, times }, counts) {
  const timed = async (key, run) => {
    const begin = performance.now();
    const result = await run();
    if (counts) times[key].push(performance.now() - begin);
    return result;
  };
  for (let call = 0; call < count; call++)
    await timed("callMs", () => port.callTool("echo", { text: "x".repeat(100) }));
  const line = Buffer.from(`${"x".repeat(199)}\n`);
  for (let call = 0; echo !== undefined && call < count; call++)
    await timed("pipeMs", async () => {
      await echo.writeStdin(line);
      for (let bytes = 0; bytes < line.length; ) bytes += (await reader.next()).value.length;
    });
  await timed("startMs", () => session.exec({ command: "true" }));
  const another = open();
  await timed("connectMs", () => another.connect({ timeoutMs: 120_000 }));
  await another.stop();
}

function report(all) {
  const [host] = all;
  for (const [title, key] of [
    ["MCP call", "callMs"],
    ["bare pipe, 200 bytes there and back", "pipeMs"],
    ["start and end of `true`", "startMs"],
    ["open, start a server, handshake and list", "connectMs"],
  ]) {
    console.log(`${title}, ms (min / median / 90th percentile; median more than on the host, and ratio)`);
    for (const { name, times } of all) {
      if (times[key].length === 0) continue;
      const [least, median, high] = [0, 0.5, 0.9].map((share) => quantile(times[key], share));
      const base = quantile(host.times[key], 0.5);
      const added = `+${show(median - base)}, ratio ${show(median / base)}`;
      console.log(`  ${name.padEnd(7)} ${show(least)} / ${show(median)} / ${show(high)}; ${added}`);
    }
  }
  const docker = all.find(({ name }) => name === "docker");
  if (docker === undefined) return;
  const more = quantile(docker.times.callMs, 0.5) - quantile(host.times.callMs, 0.5);
  const met = more <= mostDockerMs;
  console.log(`${met ? "ok  " : "MISS"} a Docker call costs ${show(more)} ms more (at most ${mostDockerMs})`);
  process.exitCode = met ? 0 : 1;
}

function show(number) {
  return number.toFixed(number < 10 ? 3 : 0);
}

function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
