import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { memoryStore, systemClock } from "@x/mcp-core";
import { toSdkTransport } from "@x/mcp-session/sdk";
import { createStdioTransport, openStdioWire, stdioFactory } from "@x/mcp-stdio";
import { createJournal, scriptedServerCommand } from "@x/mcp-testing";
import { type Sandbox, SandboxError, SandboxNoExecutorError, type SandboxSession } from "@x/sandbox";
import { hostSandbox } from "@x/sandbox-host";
import { expect, test } from "vitest";
import { isAlive, scriptedTransport, untilState } from "./scripted-transport.ts";

const sandbox = hostSandbox({ allowHostExecution: true });
const context = { store: memoryStore(), handlers: {}, clock: systemClock(), principal: "p" };

test("a borrowed session is shared and stays open", async () => {
  await using session = await sandbox.open();
  for (const text of ["one", "two"]) {
    await using server = await scriptedTransport({}, { transport: { session } });
    expect((await server.port.callTool("echo", { text })).output).toBe(text);
  }
  expect(await session.exec?.({ command: "true" })).toMatchObject({ exitCode: 0 });
});

test("a session opened here is closed by stop, also while it is being opened", async () => {
  let live = 0;
  const counting: Sandbox = {
    ...sandbox,
    async open(options) {
      const session = await sandbox.open(options);
      live += 1;
      return {
        ...session,
        async close(o) {
          await session.close(o);
          live -= 1;
        },
      };
    },
  };
  const port = createStdioTransport(
    { kind: "stdio", serverId: "s", ...scriptedServerCommand() },
    { sandbox: counting },
  );
  await port.connect();
  expect(live).toBe(1);
  await port.stop();
  expect(live).toBe(0);
  const early = createStdioTransport(
    { kind: "stdio", serverId: "s", ...scriptedServerCommand() },
    { sandbox: counting },
  );
  const connecting = early.connect();
  connecting.catch(() => undefined);
  await early.stop();
  await expect(connecting).rejects.toThrow();
  expect(live).toBe(0);
});

test("a session that is closed under a transport ends it, and nothing is started again", async () => {
  const session = await sandbox.open();
  await using server = await scriptedTransport("hang-on-call", { transport: { session } });
  await server.port.connect();
  const call = server.port.callTool("hang", {}, { timeoutMs: 60_000 });
  call.catch(() => undefined);
  await session.close();
  await expect(call).rejects.toMatchObject({ code: "closed", outcome: "unknown" });
  await untilState(server.port, "disconnected");
  expect(server.of("state").at(-1)?.change).toMatchObject({
    state: "disconnected",
    reason: "sandbox-closed",
  });
  await expect(server.port.callTool("echo", { text: "" })).rejects.toMatchObject({ outcome: "not-sent" });
  expect(await server.starts()).toBe(1);
});

test("a session opened here that is lost is replaced by another one", async () => {
  const sessions: SandboxSession[] = [];
  const losing: Sandbox = {
    ...sandbox,
    async open(options) {
      const session = await sandbox.open(options);
      sessions.push(session);
      return session;
    },
  };
  await using server = await scriptedTransport("normal", { transport: { sandbox: losing } });
  await server.port.connect();
  await sessions[0]?.close();
  expect((await server.port.callTool("echo", { text: "moved" })).output).toBe("moved");
  expect(sessions).toHaveLength(2);
});

test("a session without an executor is told so, before anything is started", async () => {
  const open = await sandbox.open();
  const { spawn: _spawn, exec: _exec, ...files } = open;
  await using session: SandboxSession = { ...files, executor: "unavailable" };
  const port = createStdioTransport(
    { kind: "stdio", serverId: "s", ...scriptedServerCommand() },
    { session },
  );
  await expect(port.connect()).rejects.toBeInstanceOf(SandboxNoExecutorError);
  await expect(port.callTool("echo", { text: "" })).rejects.toMatchObject({ code: "no_executor" });
  await port.stop();
});

test("a sandbox that is down is told as it says, and tried again on the next connect", async () => {
  let down = true;
  const flaky: Sandbox = {
    ...sandbox,
    async open(options) {
      if (down)
        throw new SandboxError("unavailable", { message: "The engine is down.", remedy: "Start it." });
      return sandbox.open(options);
    },
  };
  await using port = createStdioTransport(
    { kind: "stdio", serverId: "s", ...scriptedServerCommand() },
    { sandbox: flaky },
  );
  await expect(port.connect()).rejects.toMatchObject({ code: "unavailable", remedy: "Start it." });
  down = false;
  await port.connect();
});

test("a missing program is told at once", async () => {
  await using port = createStdioTransport(
    { kind: "stdio", serverId: "s", command: "no-such-program" },
    { sandbox },
  );
  await expect(port.connect()).rejects.toMatchObject({ code: "spawn_failed", detail: "ENOENT" });
});

test.each(["npx", "/usr/bin/uvx", "npm"])(
  "%s in a session without a network is refused with three remedies",
  async (command) => {
    const open = await sandbox.open();
    await using session: SandboxSession = { ...open, features: new Set([...open.features, "network-none"]) };
    const config = { kind: "stdio", serverId: "s", command, args: ["exec", "some-server"] } as const;
    await using port = createStdioTransport(config, { session });
    const failure = port.connect();
    await expect(failure).rejects.toMatchObject({ code: "config", pointer: "/command", outcome: "not-sent" });
    await expect(failure).rejects.toThrow(/install step.*image.*network/s);
    const installed = createStdioTransport({ ...config, install: { command: "exit 9" } }, { session });
    await expect(installed.connect()).rejects.toMatchObject({ exitCode: 9 });
    await installed.stop();
  },
);

test("an install runs once before the first start, on its own clock, and the server runs where it ran", async () => {
  await using journal = await createJournal();
  await using session = await sandbox.open();
  await session.exec?.({ command: "mkdir", args: ["place"] });
  const log = join(journal.path, "..", "log");
  const { command, args } = scriptedServerCommand({ journal: journal.path });
  await using port = createStdioTransport(
    {
      kind: "stdio",
      serverId: "s",
      command: "sh",
      args: ["-c", `cat installed >> "${log}"; exec "$0" "$@"`, command, ...args],
      install: { command: "sleep 4; echo here >> installed", cwd: "place" },
      connectTimeoutMs: 3_000,
      callTimeoutMs: 3_000,
    },
    { session },
  );
  const calls = Array.from({ length: 20 }, (_, index) => port.callTool("echo", { text: `${index}` }));
  expect((await Promise.all(calls)).map(({ output }) => output)).toEqual(calls.map((_, index) => `${index}`));
  await port.reconnect();
  expect(await readFile(log, "utf8")).toBe("here\nhere\n");
  expect(await journal.of("start")).toHaveLength(2);
});

test("servers of one factory share an install step in a borrowed session", async () => {
  await using session = await sandbox.open();
  const factory = stdioFactory({ session });
  const install = { command: "echo x >> runs" };
  const ports = ["a", "b"].map((serverId) =>
    factory({ kind: "stdio", serverId, ...scriptedServerCommand(), install }, context),
  );
  await Promise.all(ports.map((port) => port.connect()));
  const result = await session.exec?.({ command: "cat", args: ["runs"] });
  expect(Buffer.from(result?.stdout ?? []).toString()).toBe("x\n");
  await Promise.all(ports.map((port) => port.stop()));
});

test("stopping during an install ends it", async () => {
  await using session = await sandbox.open();
  const port = createStdioTransport(
    {
      kind: "stdio",
      serverId: "s",
      ...scriptedServerCommand(),
      install: { command: "echo $$ > pid; sleep 60" },
    },
    { session },
  );
  const connecting = port.connect();
  connecting.catch(() => undefined);
  const pid = async (): Promise<string> => {
    const result = await session.exec?.({ command: "sh", args: ["-c", "cat pid 2>/dev/null; true"] });
    return Buffer.from(result?.stdout ?? [])
      .toString()
      .trim();
  };
  await expect.poll(pid).not.toBe("");
  await port.stop();
  await expect.poll(async () => isAlive(Number(await pid()))).toBe(false);
});

test("a wire serves the official Client, and takes its session along when it is closed", async () => {
  await using journal = await createJournal();
  const command = scriptedServerCommand({ journal: journal.path, era: "modern" });
  const wire = await openStdioWire({ kind: "stdio", serverId: "s", ...command }, { sandbox });
  const client = new Client({ name: "t", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(toSdkTransport(wire, { closeWire: true }));
  const { content } = await client.callTool({ name: "echo", arguments: { text: "hi" } });
  expect(content).toEqual([{ type: "text", text: "hi" }]);
  await client.close();
  await expect
    .poll(async () => (await journal.of("start")).map(({ pid }) => pid).filter(isAlive))
    .toEqual([]);
  expect(await journal.of("start")).toHaveLength(1);
});

test("many reconnects leave no handle and no process behind", async () => {
  await using session = await sandbox.open();
  await using server = await scriptedTransport({}, { transport: { session } });
  await server.port.connect();
  await server.port.reconnect();
  const resources = (): number => process.getActiveResourcesInfo().length;
  const before = resources();
  for (let round = 0; round < 20; round++) await server.port.reconnect();
  expect((await server.port.callTool("echo", { text: "well" })).output).toBe("well");
  await expect.poll(resources).toBeLessThanOrEqual(before);
  expect((await server.journal.of("start")).map(({ pid }) => pid).filter(isAlive)).toHaveLength(1);
});
