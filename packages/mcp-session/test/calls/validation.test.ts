import type { JsonObject } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { legacyServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

const tool: JsonObject = {
  name: "add",
  inputSchema: {
    type: "object",
    properties: { a: { type: "integer" }, b: { type: "integer" }, note: { type: "string" } },
    required: ["a"],
  },
  outputSchema: { type: "object", properties: { sum: { type: "integer" } }, required: ["sum"] },
};

/** A session with a server that answers every call with the result. */
function adding(result: JsonObject, validation: "throw" | "warn" | "off", listed: JsonObject = tool) {
  return scriptedSession(
    legacyServer({ "tools/list": () => ({ tools: [listed] }), "tools/call": () => result }),
    {
      validation,
    },
  );
}

const sum = { content: [{ type: "text", text: "3" }], structuredContent: { sum: 3 } };
const bad = { content: [{ type: "text", text: "x" }], structuredContent: { sum: "hunter2" } };

describe("with validation throw", () => {
  test("arguments that break the schema are refused before anything is sent", async () => {
    const { session, peer } = adding(sum, "throw");
    await session.connect();
    await expect(session.callTool("add", { a: "one" })).rejects.toMatchObject({
      name: "ValidationError",
      where: "mcp_input",
      outcome: "not-sent",
      toolName: "add",
      issues: [expect.objectContaining({ path: "/a", keyword: "type" })],
    });
    await expect(session.callTool("add", {})).rejects.toMatchObject({ code: "invalid_arguments" });
    expect(peer().sent.some((message) => message.method === "tools/call")).toBe(false);
    await session.stop();
  });

  test.each([undefined, null, "text", 5, ["a"]])("arguments that are %o are refused", async (args) => {
    const { session } = adding(sum, "throw");
    await session.connect();
    await expect(session.callTool("add", args as never)).rejects.toMatchObject({ where: "mcp_input" });
    await session.stop();
  });

  test("a result that breaks the schema is refused, and carried by the error without being printed", async () => {
    const { session } = adding(bad, "throw");
    await session.connect();
    const error = await session.callTool("add", { a: 1 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      where: "mcp_output",
      outcome: "answered",
      retryable: false,
      result: { raw: bad, toolName: "add" },
    });
    expect(JSON.stringify(error)).not.toContain("hunter2");
    await session.stop();
  });

  test("a result without structured content is refused, an error of the tool is not", async () => {
    const missing = adding({ content: [] }, "throw");
    await missing.session.connect();
    await expect(missing.session.callTool("add", { a: 1 })).rejects.toMatchObject({ where: "mcp_output" });
    await missing.session.stop();
    const failing = adding({ content: [{ type: "text", text: "no" }], isError: true }, "throw");
    await failing.session.connect();
    expect(await failing.session.callTool("add", { a: 1 })).toMatchObject({ isError: true, output: "no" });
    await failing.session.stop();
  });

  test("null for an optional property is left out where the schema forbids it", async () => {
    const { session, peer } = adding(sum, "throw");
    await session.connect();
    const args = { a: 1, b: null, note: null };
    expect((await session.callTool("add", args)).structuredContent).toEqual({ sum: 3 });
    expect(peer().sent.at(-1)?.params?.arguments).toEqual({ a: 1 });
    expect(args).toEqual({ a: 1, b: null, note: null });
    await session.stop();
  });

  test("schemas that cannot be compiled warn once and never block a call", async () => {
    const dangling = { ...tool, outputSchema: { $ref: "#/$defs/nowhere" } };
    const { session, events } = adding(sum, "throw", dangling);
    await session.connect();
    await session.callTool("add", { a: 1 });
    await session.callTool("add", { a: 1 });
    const warnings = events.filter((event) => event.type === "warning");
    expect(warnings).toEqual([
      expect.objectContaining({ message: expect.stringContaining('Tool "add", output') }),
    ]);
    await session.stop();
  });

  test("calls at once, the first ones included, are each checked", async () => {
    const { session } = adding(sum, "throw");
    const calls = [1, "x", 2, "y", 3].map((a) =>
      session.callTool("add", { a }).then(
        () => "ok",
        (error: { readonly code: string }) => error.code,
      ),
    );
    expect(await Promise.all(calls)).toEqual(["ok", "invalid_arguments", "ok", "invalid_arguments", "ok"]);
    await session.stop();
  });
});

test("with validation warn everything is passed on, with a warning that holds no values", async () => {
  const { session, peer, events } = adding(bad, "warn");
  await session.connect();
  expect((await session.callTool("add", { a: "hunter2" })).raw).toEqual(bad);
  expect(peer().sent.at(-1)?.params?.arguments).toEqual({ a: "hunter2" });
  const warnings = events.filter((event) => event.type === "warning");
  expect(warnings).toMatchObject([{ code: "invalid_arguments" }, { code: "invalid_result" }]);
  expect(JSON.stringify(warnings)).not.toContain("hunter2");
  await session.stop();
});

test("with validation off nothing is checked, and nulls are still left out", async () => {
  const { session, peer, events } = adding(bad, "off");
  await session.connect();
  expect((await session.callTool("add", { a: "x", b: null })).raw).toEqual(bad);
  expect(peer().sent.at(-1)?.params?.arguments).toEqual({ a: "x" });
  expect(events.filter((event) => event.type === "warning")).toEqual([]);
  await session.stop();
});
