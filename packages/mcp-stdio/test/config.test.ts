import { ConfigError, memoryStore, systemClock } from "@x/mcp-core";
import { checkStdioConfig, createStdioTransport, type StdioServerConfig, stdioFactory } from "@x/mcp-stdio";
import { createJournal, scriptedServerCommand } from "@x/mcp-testing";
import type { Sandbox } from "@x/sandbox";
import { hostSandbox } from "@x/sandbox-host";
import { expect, test } from "vitest";

const good = { kind: "stdio", serverId: "files", command: "server" };

function problem(config: unknown): ConfigError {
  try {
    checkStdioConfig(config);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("The declaration was accepted.");
}

test.each([
  ["nothing", undefined, "", "a stdio server"],
  ["no command", { kind: "stdio", serverId: "a" }, "/command", 'Write command: "npx"'],
  ["no serverId", { kind: "stdio", command: "a" }, "/serverId", "Write serverId"],
  ["another kind", { ...good, kind: "streamable-http" }, "/kind", '"stdio"'],
  ["an empty command", { ...good, command: "" }, "/command", "a non-empty string"],
  ["a command line as the command", { ...good, command: "npx -y server" }, "/command", "args"],
  ["arguments as a string", { ...good, args: "-y server" }, "/args", "a list of strings"],
  ["a number among the arguments", { ...good, args: ["-p", 8080] }, "/args", "a list of strings"],
  ["a number as a variable", { ...good, env: { PORT: 8080 } }, "/env", "values are strings"],
  ["a variable with =", { ...good, env: { "A=B": "" } }, "/env", "name of a variable"],
  ["a misspelt key", { ...good, comand: "x" }, "/comand", 'Did you mean "command"?'],
  ["an install string", { ...good, install: "npm install" }, "/install", "an object"],
  ["an install without command", { ...good, install: { cwd: "/" } }, "/install/command", "Write command"],
  ["a negative time-out", { ...good, callTimeoutMs: -1 }, "/callTimeoutMs", "a number above 0"],
  ["a time-out of zero", { ...good, connectTimeoutMs: 0 }, "/connectTimeoutMs", "a number above 0"],
  ["an unknown era", { ...good, era: "2026" }, "/era", '"auto", "legacy", "modern"'],
  [
    "a misspelt back-off",
    { ...good, backoff: { initialDelay: 1 } },
    "/backoff/initialDelay",
    '"initialDelayMs"',
  ],
])("%s is named with its key and what to write", (_what, config, pointer, text) => {
  const error = problem(config);
  expect(error.pointer).toBe(pointer);
  expect(error.message).toContain(text);
  expect(error.outcome).toBe("not-sent");
});

test("no value is repeated in a message", () => {
  const secret = "sk-secret-value";
  for (const config of [
    { ...good, env: { KEY: 5, OTHER: secret } },
    { ...good, args: [secret, 5] },
    { ...good, cwd: [secret] },
  ])
    expect(problem(config).message).not.toContain(secret);
});

test("a declaration with everything survives JSON and is accepted", () => {
  const config: StdioServerConfig = {
    kind: "stdio",
    serverId: "files",
    command: "node",
    args: ["server.js"],
    env: { A: "" },
    cwd: "/workspace",
    install: { command: "npm i", cwd: "/workspace", env: { B: "1" }, timeoutMs: 1 },
    era: "auto",
    validation: "warn",
    connectTimeoutMs: 1,
    callTimeoutMs: 1,
    totalTimeoutMs: Number.MAX_SAFE_INTEGER,
    resetTimeoutOnProgress: false,
    probeTimeoutMs: 1,
    backoff: { initialDelayMs: 1, maxDelayMs: 1, factor: 1, maxAttempts: 1 },
    maxMessageBytes: 1,
    stopGraceMs: 1,
    oneShot: { concurrency: 1, listTtlMs: 1 },
  };
  expect(() => checkStdioConfig(JSON.parse(JSON.stringify(config)))).not.toThrow();
});

test("without a sandbox nothing is made, and the choices are listed", () => {
  const make = (): unknown => createStdioTransport({ ...good, kind: "stdio" });
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(/hostSandbox\(\{ allowHostExecution: true \}\).*@x\/sandbox-host/);
  for (const name of ["docker", "e2b", "bwrap", "bash"])
    expect(make).toThrow(new RegExp(`@x/sandbox-${name}`));
});

test("a sandbox and a session at once are refused", async () => {
  const sandbox = hostSandbox({ allowHostExecution: true });
  await using session = await sandbox.open();
  expect(() => createStdioTransport({ ...good, kind: "stdio" }, { sandbox, session })).toThrow(ConfigError);
});

test("a wrong declaration opens no sandbox, and a right one opens it on first use only", async () => {
  let opened = 0;
  const inner = hostSandbox({ allowHostExecution: true });
  const sandbox: Sandbox = {
    ...inner,
    open(options) {
      opened += 1;
      return inner.open(options);
    },
  };
  expect(() => createStdioTransport({ ...good, comand: "x" } as never, { sandbox })).toThrow(ConfigError);
  await using port = createStdioTransport(
    { kind: "stdio", serverId: "s", ...scriptedServerCommand() },
    { sandbox },
  );
  expect(opened).toBe(0);
  await port.connect();
  expect(opened).toBe(1);
});

test("a factory binds the sandbox, with another one for servers by name", async () => {
  await using journal = await createJournal();
  const opened: string[] = [];
  const named = (name: string): Sandbox => {
    const inner = hostSandbox({ allowHostExecution: true });
    return {
      ...inner,
      open(options) {
        opened.push(`${name} for ${options?.labels?.serverId}`);
        return inner.open(options);
      },
    };
  };
  const factory = stdioFactory({ sandbox: named("shared"), sandboxes: { special: named("own") } });
  const context = { store: memoryStore(), handlers: {}, principal: "p", clock: systemClock() };
  for (const serverId of ["plain", "special"]) {
    const command = scriptedServerCommand({ journal: journal.path });
    await using port = factory({ kind: "stdio", serverId, ...command }, context);
    expect((await port.callTool("echo", { text: serverId })).output).toBe(serverId);
  }
  expect(opened).toEqual(["shared for plain", "own for special"]);
});
