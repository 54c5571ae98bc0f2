import { expect, test, vi } from "vitest";
import { legacyServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

const loads = vi.hoisted(() => ({ count: 0 }));
vi.mock("../../src/validation/schema-compiler.ts", (load) => {
  loads.count++;
  return load();
});

test("the validator is loaded by the first call that is checked, not by connecting and listing", async () => {
  const { session } = scriptedSession(legacyServer(), { validation: "throw" });
  await session.connect();
  await session.listTools();
  expect(loads.count).toBe(0);
  await session.callTool("echo", { text: "x" });
  await session.callTool("echo", { text: "y" });
  expect(loads.count).toBe(1);
  await session.stop();
});
