import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isMcpError, type JsonObject, McpProtocolError, ValidationError } from "@x/mcp-core";
import {
  type McpRecording,
  type RecordedExchange,
  readRecording,
  recordedCalls,
  replayPort,
  withRecording,
} from "@x/mcp-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRedaction, fitsRecorded } from "../src/recording/redaction.ts";

const call = (name: string, args: JsonObject, text: string): RecordedExchange => ({
  kind: "call",
  name,
  args,
  serverId: "s",
  toolName: name,
  result: { content: [{ type: "text", text }] },
});
const recordingOf = (...exchanges: readonly RecordedExchange[]): McpRecording => ({
  version: 1,
  serverId: "s",
  exchanges,
});

describe("a redaction", () => {
  const redact = createRedaction({
    secrets: ["hunter2"],
    redact: (text) => text.replace("ann@example.com", "[mail]"),
  });

  it.each([
    ["a value that is named", { text: "the word is hunter2." }, { text: "the word is [redacted]." }],
    [
      "what stands under a telling key",
      { api_key: "x", deep: [{ Password: "y" }] },
      { api_key: "[redacted]", deep: [{ Password: "[redacted]" }] },
    ],
    [
      "a bearer token",
      { text: "Authorization: Bearer abcdefgh12345678" },
      { text: "Authorization: Bearer [redacted]" },
    ],
    ["what looks like a token", { text: "use ghp_abcdefghijklmnop1234 now" }, { text: "use [redacted] now" }],
    ["a signed token", { text: "eyJhbGciOiJI.eyJzdWIiOiIx.abc" }, { text: "[redacted]" }],
    ["what the caller knows", { to: "ann@example.com" }, { to: "[mail]" }],
  ])("takes out %s", (_what, value, clean) => {
    expect(redact(value)).toEqual(clean);
  });

  it("leaves the names in a schema, numbers and everything else alone", () => {
    const schema = {
      properties: { token: { type: "string", description: "a token" } },
      required: ["token"],
      maxTokens: 5,
    };
    expect(redact(schema)).toEqual(schema);
  });

  it("fits what it took out again", () => {
    expect(fitsRecorded({ a: "x [redacted] y", b: [1] }, { a: "x anything y", b: [1] })).toBe(true);
    expect(fitsRecorded({ a: "x [redacted] y" }, { a: "x y" })).toBe(false);
    expect(fitsRecorded({ a: "[redacted]" }, { a: "z", b: 1 })).toBe(false);
    expect(fitsRecorded("[redacted] and [redacted]!", "one and two!")).toBe(true);
    expect(fitsRecorded("[redacted]", 7)).toBe(false);
  });
});

describe("a replay", () => {
  it("answers calls in any order, each once", async () => {
    const port = replayPort(
      recordingOf(call("a", { n: 1 }, "one"), call("a", { n: 2 }, "two"), call("a", { n: 1 }, "again")),
    );
    expect((await port.callTool("a", { n: 2 })).output).toBe("two");
    expect((await port.callTool("a", { n: 1 })).output).toBe("one");
    expect(port.remaining).toHaveLength(1);
    expect(() => port.assertComplete()).toThrow("1 recorded exchanges were not asked for: a");
    expect((await port.callTool("a", { n: 1 })).output).toBe("again");
    port.assertComplete();
    const error = await port.callTool("a", { n: 1 }).catch((reason: unknown) => reason);
    expect(isMcpError(error) && [error.code, error.outcome]).toEqual(["call_failed", "not-sent"]);
  });

  it("answers the same call again where that is wanted", async () => {
    const port = replayPort(recordingOf(call("a", {}, "one")), { reuse: true });
    expect([(await port.callTool("a", {})).output, (await port.callTool("a", {})).output]).toEqual([
      "one",
      "one",
    ]);
  });

  it("insists on the order where that is wanted", async () => {
    const port = replayPort(recordingOf(call("a", {}, "one"), call("b", {}, "two")), { order: "strict" });
    await expect(port.callTool("b", {})).rejects.toThrow(/the next exchange is another one/);
    expect((await port.callTool("a", {})).output).toBe("one");
  });

  it("says what is missing without repeating arguments", async () => {
    const port = replayPort(recordingOf(call("a", { q: "recorded words" }, "one")));
    const error = await port.callTool("a", { q: "private words" }).catch((reason: unknown) => String(reason));
    expect(error).toMatch(/1 of them are left, with other arguments/);
    expect(error).not.toMatch(/words/);
  });

  it("fails as the session failed: class, code, outcome and facts", async () => {
    const lost = new McpProtocolError({
      phase: "call",
      code: "process_exited",
      message: "It died.",
      exitCode: 7,
      outcome: "unknown",
    });
    const wrong = new ValidationError({
      where: "mcp_input",
      toolName: "b",
      issues: [{ path: "/n", message: "must be a number", keyword: "type" }],
    });
    const port = replayPort(
      recordingOf(
        { kind: "call", name: "a", args: {}, serverId: "s", toolName: "a", error: lost.toJSON() },
        { kind: "call", name: "b", args: {}, serverId: "s", toolName: "b", error: wrong.toJSON() },
        {
          kind: "request",
          method: "x/y",
          params: {},
          error: { name: "McpError", code: "closed", message: "gone" },
        },
      ),
    );
    for (const [run, error] of [
      [() => port.callTool("a", {}), lost],
      [() => port.callTool("b", {}), wrong],
    ] as const) {
      const replayed = await run().catch((reason: unknown) => reason);
      expect(replayed).toBeInstanceOf(error.constructor);
      expect(isMcpError(replayed) && replayed.toJSON()).toEqual(error.toJSON());
    }
    await expect(port.request("x/y", {})).rejects.toMatchObject({ code: "closed" });
  });

  it("goes through the states of a port, tells progress, and ends", async () => {
    const exchange = { ...call("a", {}, "one"), progress: [{ progress: 1, total: 2 }] } as RecordedExchange;
    const port = replayPort(
      recordingOf(exchange, {
        kind: "request",
        method: "resources/list",
        params: {},
        result: { resources: [] },
      }),
    );
    const states: string[] = [];
    port.onStateChange((state) => states.push(state));
    const steps: unknown[] = [];
    await port.callTool("a", {}, { onProgress: (step) => steps.push(step) });
    expect(await port.request("resources/list", {})).toEqual({ resources: [] });
    await port.stop();
    await port.stop();
    expect(states).toEqual(["connecting", "connected", "closed"]);
    expect(steps).toEqual([{ progress: 1, total: 2 }]);
    await expect(port.callTool("a", {})).rejects.toMatchObject({ code: "closed" });
  });
});

describe("a recorded port", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "mcp-recording-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("writes what a port did to a file without its secrets, and the file replays the same", async () => {
    const file = path.join(folder, "session.jsonl");
    const inner = replayPort(
      recordingOf(
        {
          kind: "list",
          tools: [{ name: "a", serverId: "s", serverToolName: "a", inputSchema: { type: "object" } }],
        },
        call("a", { password: "hunter2" }, "the key is hunter2"),
        {
          kind: "call",
          name: "a",
          args: {},
          serverId: "s",
          toolName: "a",
          error: { name: "McpProtocolError", phase: "call", code: "call_failed", message: "lost" },
        },
        { kind: "request", method: "resources/read", params: { uri: "x" }, result: { contents: [] } },
      ),
    );
    const heard: RecordedExchange[] = [];
    const session = async (
      port: typeof inner | ReturnType<ReturnType<typeof withRecording>>,
    ): Promise<unknown[]> => [
      await port.connect(),
      (await port.callTool("a", { password: "hunter2" })).output,
      await port.callTool("a", {}).catch((error: Error) => error.message),
      await port.request("resources/read", { uri: "x" }),
    ];
    const recorded = withRecording({ file, secrets: ["hunter2"], onExchange: (one) => heard.push(one) })(
      inner,
    );
    const real = await session(recorded);
    await recorded.stop();
    expect(await readFile(file, "utf8")).not.toContain("hunter2");
    const recording = await readRecording(file);
    expect(recording.exchanges).toEqual(heard);
    expect(recordedCalls(recording).map(({ args }) => args)).toEqual([{ password: "[redacted]" }, {}]);
    const replay = replayPort(recording);
    const again = await session(replay);
    expect(again).toEqual(real.with(1, "the key is [redacted]"));
    replay.assertComplete();
  });

  it("keeps arguments as they were given, and refuses options that make no sense", async () => {
    const heard: RecordedExchange[] = [];
    const one = call("a", { n: 1 }, "x");
    const recorded = withRecording({ onExchange: (exchange) => heard.push(exchange) })(
      replayPort(recordingOf(one)),
    );
    const args = { n: 1 };
    const running = recorded.callTool("a", args);
    args.n = 2;
    await running;
    expect(heard).toMatchObject([{ args: { n: 1 } }]);
    for (const options of [null, { timeoutMs: Number.NaN }]) {
      await expect(recorded.callTool("a", {}, options as never)).rejects.toMatchObject({ code: "config" });
      await expect(replayPort(recordingOf(one)).callTool("a", {}, options as never)).rejects.toMatchObject({
        code: "config",
      });
    }
  });

  it("tells at its end where it could not be written", async () => {
    const recorded = withRecording({ file: path.join(folder, "no/such/folder") })(replayPort(recordingOf()));
    await recorded.connect();
    await expect(recorded.stop()).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.each(["", "[]\n", '{"version":2,"serverId":"s"}\n', '{"version":1,"serverId":"s"}\nnonsense\n'])(
    "is not made of a file that is none: %j",
    async (text) => {
      const file = path.join(folder, "broken.jsonl");
      await writeFile(file, text);
      await expect(readRecording(file)).rejects.toMatchObject({ code: "config", file });
    },
  );
});
