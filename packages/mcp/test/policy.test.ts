import {
  createHarnessTools,
  createMcpTransport,
  createMcpTransportPool,
  isSandboxError,
  StdioMcpTransport,
} from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { expect, it } from "vitest";
import { childProcesses } from "./fixtures/real-server.ts";

const sandbox = hostSandbox({ allowHostExecution: true });
const policy = { minimumIsolation: "container" } as const;
const stdio = { kind: "stdio", serverId: "files", command: "node", args: ["server.js"] } as const;

it.each([
  ["a transport", () => createMcpTransport(stdio, { sandbox, policy })],
  ["a declared policy", () => createMcpTransport({ ...stdio, policy }, { sandbox })],
  ["a class", () => new StdioMcpTransport(stdio, { sandbox, policy })],
  ["a pool", () => createMcpTransportPool({ servers: [stdio] }, { sandbox, policy })],
  [
    "a pool's declared policy",
    () => createMcpTransportPool({ servers: [{ ...stdio, policy }] }, { sandbox }),
  ],
  ["a server added later", () => createMcpTransportPool({ servers: [] }, { sandbox, policy }).add(stdio)],
  ["a sandbox by name", () => createMcpTransport(stdio, { sandboxes: { files: sandbox }, policy })],
  [
    "a harness tool",
    () =>
      createHarnessTools({ read: { kind: "mcp_stdio", command: "node", tool: "read" } }, { sandbox, policy }),
  ],
])("a sandbox below the minimum is refused at once, with both levels (%s)", (_what, make) => {
  let refused: unknown;
  try {
    make();
  } catch (error) {
    refused = error;
  }
  if (!isSandboxError(refused)) throw new Error("It was not refused.", { cause: refused });
  expect(refused.code).toBe("policy");
  expect(refused.message).toMatch(/"none".*"container".*Choose a sandbox of level container/);
  expect(childProcesses()).toEqual([]);
});

it("a declaration cannot weaken the root's policy, and a session is held to it, too", async () => {
  await using session = await sandbox.open();
  const declared = { ...stdio, policy: { minimumIsolation: "none" } } as const;
  expect(() => createMcpTransport(declared, { session, policy })).toThrow(/"container"/);
  expect(() => createMcpTransport(stdio, { session, policy: { network: "none" } })).toThrow(/network "none"/);
});
