import { describe, expect, test } from "vitest";
import { scriptedTransport } from "../scripted-transport.ts";

const settled = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  test("every malformed answer settles its call at once: as a result where its meaning is plain, else as an error", async () => {
    await using server = await scriptedTransport({ mode: "malformed-envelopes", era });
    await server.port.connect();
    const call = (name: string): Promise<unknown> =>
      settled(server.port.callTool(name, {}, { timeoutMs: 60_000 }));
    for (const name of ["meta-null", "no-jsonrpc", "wrong-jsonrpc", "extra-key", "error-null"])
      expect(await call(name), name).toMatchObject({ output: "malformed", isError: false });
    const wrong = ["result-null", "result-array", "result-string", "no-result", "error-and-result"];
    for (const name of [...wrong, "error-without-message", "error-string-code", "error-string"])
      expect(await call(name), name).toMatchObject({
        name: "McpProtocolError",
        phase: "call",
        outcome: "answered",
      });
    expect(await server.starts()).toBe(1);
  });

  test("odd results keep what they hold; what cannot be finished is refused", async () => {
    await using server = await scriptedTransport({ mode: "odd-results", era });
    await server.port.connect();
    const call = (name: string): Promise<unknown> =>
      settled(server.port.callTool(name, {}, { timeoutMs: 60_000 }));
    expect(await call("unknown-block")).toMatchObject({
      content: [{ type: "other", block: { type: "hologram" } }],
    });
    expect(await call("invalid-base64")).toMatchObject({ content: [{ data: "***" }] });
    expect(await call("text-null")).toMatchObject({ raw: { content: [{ type: "text", text: null }] } });
    expect(await call("no-content")).toMatchObject({ content: [] });
    expect(await call("structured-array")).toMatchObject({ output: [1, 2] });
    expect(await call("structured-only")).toMatchObject({ output: { a: 1 } });
    expect(await call("unknown-fields")).toMatchObject({ output: "kept", raw: { extra: { a: 1 } } });
    for (const name of ["content-string", "block-null"])
      expect(await call(name), name).toMatchObject({ isError: false });
    if (era === "modern")
      for (const name of ["task-result", "unknown-result-type"])
        expect(await call(name), name).toMatchObject({ code: "unsupported", outcome: "answered" });
  });

  test("forged answers with almost the right id settle nothing, the opening included", async () => {
    await using server = await scriptedTransport({ mode: "wrong-ids", era });
    const tools = await server.port.connect();
    expect(tools.length).toBeGreaterThan(3);
    expect(server.port.serverInfo).toMatchObject({ name: "scripted", era });
    const outputs = await Promise.all(["a", "b", "c"].map((text) => server.port.callTool("echo", { text })));
    expect(outputs.map(({ output }) => output)).toEqual(["a", "b", "c"]);
  });

  test("of two answers to one request the first counts", async () => {
    await using server = await scriptedTransport({ mode: "duplicate-answers", era });
    await server.port.connect();
    expect(server.port.serverInfo?.name).toBe("scripted");
    for (const text of ["a", "b"]) expect((await server.port.callTool("echo", { text })).output).toBe(text);
  });
});
