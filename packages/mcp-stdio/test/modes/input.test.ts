import type { JsonObject, McpHostHandlers } from "@x/mcp-core";
import { expect, test } from "vitest";
import { scriptedTransport } from "../scripted-transport.ts";

const asked: string[] = [];
const handlers: McpHostHandlers = {
  elicit: async (request) => {
    asked.push(String(request.message));
    return { action: "accept", content: { name: "Ada", times: 2 } };
  },
  sample: async () => ({ role: "assistant", content: { type: "text", text: "Hello" }, model: "m" }),
  roots: async () => [{ uri: "file:///workspace", name: "work" }],
};

const parsed = async (call: Promise<{ readonly output: unknown }>): Promise<JsonObject> =>
  JSON.parse(String((await call).output)) as JsonObject;

test("input rounds ask the host, and bring its answers and the state back", async () => {
  await using server = await scriptedTransport(
    { mode: "input-required", era: "modern" },
    { transport: { handlers } },
  );
  await server.port.connect();
  expect(await parsed(server.port.callTool("ask-once", {}))).toEqual({
    inputResponses: { who: { action: "accept", content: { name: "Ada", times: 2 } } },
    round: 1,
  });
  const everything = await parsed(server.port.callTool("ask-everything", {}));
  expect(everything).toMatchObject({
    inputResponses: {
      what: { content: { text: "Hello" } },
      where: { roots: [{ uri: "file:///workspace", name: "work" }] },
    },
  });
  expect(await parsed(server.port.callTool("state-only", {}))).toEqual({ inputResponses: null, round: 1 });
  expect(asked).toContain("Who are you?");
  const ids = (await server.journal.received("tools/call")).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a server that asks for ever, or for what nobody knows, fails its call", async () => {
  await using server = await scriptedTransport(
    { mode: "input-required", era: "modern" },
    { transport: { handlers } },
  );
  await server.port.connect();
  await expect(server.port.callTool("ask-forever", {})).rejects.toMatchObject({
    name: "McpProtocolError",
    phase: "call",
  });
  expect(await server.journal.executions("ask-forever")).toBeLessThan(30);
  await expect(server.port.callTool("ask-unknown", {})).rejects.toMatchObject({ name: "McpProtocolError" });
  expect((await server.port.callTool("echo", { text: "on" })).output).toBe("on");
});

test("a legacy server gets its answers from the host, and a refusal for what nobody handles", async () => {
  await using server = await scriptedTransport(
    { mode: "server-requests", era: "legacy" },
    { transport: { handlers } },
  );
  await server.port.connect();
  const call = (name: string): Promise<JsonObject> => parsed(server.port.callTool(name, {}));
  expect(await call("elicit")).toMatchObject({ result: { action: "accept", content: { name: "Ada" } } });
  expect(await call("sample")).toMatchObject({ result: { content: { text: "Hello" } } });
  expect(await call("roots")).toMatchObject({ result: { roots: [{ uri: "file:///workspace" }] } });
  expect(await call("ping")).toMatchObject({ result: {} });
  expect(await call("unknown")).toMatchObject({ error: { code: -32601 } });
  expect(await call("malformed")).toHaveProperty("error.code");
  expect((await server.port.callTool("elicit-and-cancel", {})).output).toBe("Never mind.");
});

test("without handlers nothing is advertised and everything is refused", async () => {
  await using server = await scriptedTransport({ mode: "server-requests", era: "legacy" });
  await server.port.connect();
  const [initialize] = await server.journal.received("initialize");
  expect(initialize?.params?.capabilities).not.toHaveProperty("elicitation");
  expect(await parsed(server.port.callTool("elicit", {}))).toMatchObject({ error: { code: -32601 } });
});

test("a modern server that sends requests gets no answer", async () => {
  await using server = await scriptedTransport(
    { mode: "server-requests", era: "modern" },
    { transport: { handlers } },
  );
  await server.port.connect();
  expect((await server.port.callTool("elicit", {})).output).toBe("Nobody answered.");
  expect(await server.journal.of("answer")).toEqual([]);
});
