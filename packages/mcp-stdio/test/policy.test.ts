import { memoryStore, systemClock } from "@x/mcp-core";
import { createStdioTransport, openStdioWire, type StdioServerConfig, stdioFactory } from "@x/mcp-stdio";
import { createJournal, scriptedServerCommand } from "@x/mcp-testing";
import { memorySandbox, type Sandbox, type SandboxPolicy } from "@x/sandbox";
import { hostSandbox } from "@x/sandbox-host";
import { expect, test } from "vitest";

const host = hostSandbox({ allowHostExecution: true });

function counted(inner: Sandbox): {
  readonly sandbox: Sandbox;
  readonly live: { opened: number; closed: number };
} {
  const live = { opened: 0, closed: 0 };
  const sandbox: Sandbox = {
    ...inner,
    async open(options) {
      const session = await inner.open(options);
      live.opened += 1;
      return {
        ...session,
        async close(o) {
          await session.close(o);
          live.closed += 1;
        },
      };
    },
  };
  return { sandbox, live };
}

const declared = (policy?: SandboxPolicy): StdioServerConfig => ({
  kind: "stdio",
  serverId: "files",
  ...scriptedServerCommand(),
  ...(policy && { policy }),
});

const refusal = { code: "policy", message: expect.stringMatching(/"none".*"container"/) };

test("a sandbox below the minimum of the root or of the server is refused before it is opened", async () => {
  const { sandbox, live } = counted(host);
  const policy = { minimumIsolation: "container" } as const;
  expect(() => createStdioTransport(declared(), { sandbox, policy })).toThrow(
    expect.objectContaining(refusal),
  );
  expect(() => createStdioTransport(declared(policy), { sandbox })).toThrow(expect.objectContaining(refusal));
  await expect(openStdioWire(declared(policy), { sandbox })).rejects.toMatchObject(refusal);
  expect(live.opened).toBe(0);
});

test("a server can ask for more than the root, and not for less", () => {
  const sandbox = memorySandbox();
  const make = (root: SandboxPolicy, own: SandboxPolicy) => () =>
    createStdioTransport(declared(own), { sandbox, policy: root });
  expect(make({ minimumIsolation: "virtual" }, { minimumIsolation: "none" })).not.toThrow();
  expect(make({ minimumIsolation: "container" }, { minimumIsolation: "none" })).toThrow(/"container"/);
  expect(make({ minimumIsolation: "virtual" }, { minimumIsolation: "gvisor" })).toThrow(/"gvisor"/);
});

test("a factory holds the sandboxes of single servers to the root's policy, too", () => {
  const factory = stdioFactory({
    sandbox: memorySandbox(),
    sandboxes: { files: host },
    policy: { minimumIsolation: "virtual" },
  });
  const context = { store: memoryStore(), handlers: {}, principal: "p", clock: systemClock() };
  expect(() => factory(declared(), context)).toThrow(/"none".*"virtual"/);
  expect(() => factory({ ...declared(), serverId: "other" }, context)).not.toThrow();
});

test("a session with a network is closed before a server or an install step runs in it", async () => {
  const { sandbox, live } = counted(host);
  await using journal = await createJournal();
  await using port = createStdioTransport(
    {
      ...declared({ network: "none" }),
      ...scriptedServerCommand({ journal: journal.path }),
      install: { command: `echo ran >> ${journal.path}` },
    },
    { sandbox },
  );
  await expect(port.connect()).rejects.toMatchObject({ code: "policy" });
  expect(live.opened).toBeGreaterThan(0);
  expect(live.closed).toBe(live.opened);
  expect(await journal.entries()).toEqual([]);
});

test("a borrowed session is looked at at once, its network included, and stays open", async () => {
  await using session = await host.open();
  expect(() => createStdioTransport(declared({ minimumIsolation: "container" }), { session })).toThrow(
    expect.objectContaining(refusal),
  );
  expect(() => createStdioTransport(declared(), { session, policy: { network: "none" } })).toThrow(/network/);
  expect(await session.exec?.({ command: "true" })).toMatchObject({ exitCode: 0 });
});

test("a server in a place that meets the policy works", async () => {
  await using port = createStdioTransport(declared({ network: "any" }), {
    sandbox: host,
    policy: { minimumIsolation: "none" },
  });
  expect((await port.callTool("echo", { text: "hi" })).output).toBe("hi");
});

test("an unknown word in a declared policy is named with its key", () => {
  const make = (policy: object) => () =>
    createStdioTransport({ ...declared(), policy } as StdioServerConfig, { sandbox: host });
  expect(make({ minimumIsolation: "vm" })).toThrow(
    expect.objectContaining({ code: "config", pointer: "/policy/minimumIsolation" }),
  );
  expect(make({ network: "off" })).toThrow(expect.objectContaining({ pointer: "/policy/network" }));
  expect(make({ minimum: "none" })).toThrow(/policy/);
});
