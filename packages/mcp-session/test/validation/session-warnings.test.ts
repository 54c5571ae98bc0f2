import type { JsonObject } from "@x/mcp-core";
import { expect, test } from "vitest";
import { legacyServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

test("what is not checked about a tool is told once, and its calls go through", async () => {
  const inputSchema: JsonObject = {
    type: "object",
    oddness: 1,
    properties: { name: { pattern: "(?=a)" }, text: { pattern: "(a|b)*a(a|b){900}[cd]" } },
  };
  const outputSchema: JsonObject = { $ref: "https://example.com/schema.json" };
  const { session, events } = scriptedSession(
    legacyServer({
      "tools/list": () => ({ tools: [{ name: "odd", inputSchema, outputSchema }] }),
      "tools/call": () => ({ content: [], structuredContent: { a: 1 } }),
    }),
    { validation: "throw" },
  );
  await session.connect();
  const codes = (): readonly string[] =>
    events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
  for (let call = 0; call < 2; call++) {
    await session.callTool("odd", { name: "b" });
    expect(codes()).toEqual(["unknown-keyword", "unsupported-pattern", "unresolved-ref"]);
  }
  for (let call = 0; call < 2; call++) await session.callTool("odd", { text: "ab".repeat(100_000) });
  expect(codes()).toEqual(["unknown-keyword", "unsupported-pattern", "unresolved-ref", "check-given-up"]);
  await session.stop();
});
