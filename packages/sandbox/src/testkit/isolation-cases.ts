import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { access, chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, pid } from "node:process";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { decode, output } from "./streams.ts";

/** What a hostile program tries, and must not reach. */
export function isolationCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs, options } = kit;
  return [
    define("T25", "calls death by memory `oom`", ["exec", "oom-reason", "limit-memory"], async () => {
      await using session = await open();
      const result = await session.exec(programs.fillMemory(tooMuch(options.limits?.memoryBytes)));
      assert.equal(result.reason, "oom");
    }),
    define("T25b", "stops a program that fills the memory", ["exec", "limit-memory"], async () => {
      await using session = await open();
      const bytes = tooMuch(options.limits?.memoryBytes);
      const result = await session.exec(programs.fillMemory(bytes), { timeoutMs: 25_000 });
      assert.notEqual(result.reason, "timeout");
      assert.notEqual(decode(result.stdout).trim(), String(bytes));
      assert.equal(await output(session, programs.args(["fine"])), "fine\0");
    }),
    define("T38", "has no network", ["exec", "network-none"], async () => {
      await using session = await open();
      const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
      await once(server, "listening");
      try {
        const { port } = server.address() as AddressInfo;
        assert.match(await output(session, programs.connect(port)), /^E[A-Z]+\s*$/);
        const interfaces = (await output(session, programs.networkInterfaces())).split("\n").filter(Boolean);
        assert.deepEqual(
          interfaces.filter((name) => name !== "lo"),
          [],
        );
      } finally {
        server.close();
      }
    }),
    define("T39", "cannot read or write files of the host", ["exec", "private-files"], async () => {
      await using session = await open();
      const directory = await mkdtemp(join(tmpdir(), "canary-"));
      try {
        // Else it would be the host's permissions that keep a program of another user out.
        await chmod(directory, 0o777);
        const canary = join(directory, "secret");
        const secret = randomUUID();
        await writeFile(canary, secret);
        await chmod(canary, 0o644);
        for (const command of [programs.readFile(canary), programs.readThroughLink("link", canary)]) {
          const { stdout, stderr } = await session.exec(command);
          assert.ok(!(decode(stdout) + decode(stderr)).includes(secret), "the secret stays out");
        }
        await session.exec(programs.writeFile(join(directory, "made")), { stdin: new Uint8Array([1]) });
        await assert.rejects(access(join(directory, "made")), "nothing is written on the host");
        for (const path of ["/etc/made-by-a-test", "/usr/made-by-a-test", "/made-by-a-test"]) {
          const { exitCode } = await session.exec(programs.writeFile(path), { stdin: new Uint8Array([1]) });
          assert.notEqual(exitCode, 0, `${path} cannot be written`);
        }
      } finally {
        await rm(directory, { recursive: true });
      }
    }),
    define("T39b", "finds no socket of a container engine", ["exec", "private-files"], async () => {
      await using session = await open();
      for (const path of ["/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock"]) {
        const { exitCode, stderr } = await session.exec(programs.readFile(path));
        assert.notEqual(exitCode, 0);
        assert.match(decode(stderr), /no such file/i);
      }
    }),
    define("T39c", "sees no process of the host", ["exec", "private-processes"], async () => {
      await using session = await open();
      const lines = await output(session, programs.commandLines());
      assert.ok(!lines.includes(String(argv[1])), `the process ${pid} is invisible`);
    }),
    define("T39d", "has no privileges and cannot gain any", ["exec", "no-privileges"], async () => {
      await using session = await open();
      const status = await output(session, programs.status());
      const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1] ?? "";
      assert.match(field("CapEff"), /^0+$/);
      assert.match(field("CapBnd"), /^0+$/);
      assert.equal(field("NoNewPrivs"), "1");
      assert.notEqual(field("Uid"), "0");
    }),
    define("T39e", "stops a program that forks without end", ["exec", "limit-pids"], async () => {
      await using session = await open();
      const count = (options.limits?.pids ?? 64) + 20;
      const { stdout } = await session.exec(programs.forkMany(count), { timeoutMs: 25_000 });
      assert.notEqual(decode(stdout).trim(), String(count));
    }),
  ];
}

function tooMuch(limit: number | undefined): number {
  assert.ok(limit, 'the option "limits.memoryBytes" is needed');
  return limit * 2;
}
