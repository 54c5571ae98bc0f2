import type { McpEvent, McpProgress } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { echo, legacyServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

type CallEvent = Extract<McpEvent, { readonly type: "call" }>;

describe("call events", () => {
  test("tell start, end, duration, size and error code, and nothing of the content", async () => {
    const server = legacyServer({
      "tools/call": (message) => {
        const args = message.params?.arguments as { readonly text: string };
        return args.text === "hunter2 hangs" ? unanswered : echo(message);
      },
    });
    const { session, clock } = scriptedSession(server);
    const seen: CallEvent[] = [];
    session.on("call", (event) => seen.push(event));
    await session.connect();
    await session.callTool("echo", { text: "hunter2 hunter2" }, { toolCallId: "mine" });
    const hanging = session
      .callTool("echo", { text: "hunter2 hangs" }, { timeoutMs: 40 })
      .catch(() => undefined);
    await clock.advance(40);
    await hanging;
    await session.callTool("nothing", {}).catch(() => undefined);
    expect(seen).toMatchObject([
      { phase: "start", toolName: "echo", toolCallId: "mine", serverId: "server" },
      { phase: "end", toolCallId: "mine", durationMs: 0, resultBytes: expect.any(Number) },
      { phase: "start" },
      { phase: "end", durationMs: 40, error: "timeout" },
      { phase: "start", toolName: "nothing" },
      { phase: "end", error: "tool_not_found" },
    ]);
    expect(new Set(seen.map((event) => event.toolCallId)).size).toBe(3);
    expect(JSON.stringify(seen)).not.toContain("hunter2");
    await session.stop();
  });

  test("go to those who listen, until they stop", async () => {
    const { session } = scriptedSession(legacyServer());
    let count = 0;
    const off = session.on("call", () => count++);
    await session.callTool("echo", {});
    off();
    await session.callTool("echo", {});
    expect(count).toBe(2);
    await session.stop();
  });
});

test("each call gets an id of its own, or the one it is given", async () => {
  const { session } = scriptedSession(legacyServer());
  const results = await Promise.all([
    session.callTool("echo", {}),
    session.callTool("echo", {}),
    session.callTool("echo", {}, { toolCallId: "mine" }),
  ]);
  const ids = results.map((result) => result.toolCallId);
  expect(new Set(ids).size).toBe(3);
  expect(ids[2]).toBe("mine");
  await session.stop();
});

test("progress reaches the call that it belongs to and keeps it alive", async () => {
  let asked: unknown;
  const server = legacyServer({
    "tools/call": (message) => {
      asked = message.params?._meta;
      return unanswered;
    },
  });
  const { session, peer, clock } = scriptedSession(server);
  await session.connect();
  const seen: McpProgress[] = [];
  const call = session.callTool(
    "echo",
    {},
    { timeoutMs: 100, onProgress: (progress) => seen.push(progress) },
  );
  for (let step = 1; step <= 5; step++) {
    await clock.advance(90);
    const token = (asked as { readonly progressToken: string }).progressToken;
    peer().notify("notifications/progress", { progressToken: token, progress: step, total: 5 });
    await clock.advance(0);
  }
  const last = peer().sent.at(-1);
  peer().say({ id: last?.id, result: { content: [] } });
  await call;
  expect(seen.map((progress) => progress.progress)).toEqual([1, 2, 3, 4, 5]);
  await session.stop();
});

test("an error that the tool answers resolves, with every block of it", async () => {
  const raw = {
    isError: true,
    content: [
      { type: "text", text: "no" },
      { type: "hologram", x: 1 },
    ],
    extra: 1,
  };
  const { session } = scriptedSession(legacyServer({ "tools/call": () => raw }));
  const result = await session.callTool("echo", {});
  expect(result).toMatchObject({ isError: true, raw, content: [{ text: "no" }, { type: "other" }] });
  await session.stop();
});

test("any other request is passed through as it is, and fails as a read", async () => {
  const contents = [{ uri: "a:b", text: "hi", odd: { kept: true } }];
  const { session, peer } = scriptedSession(legacyServer({ "resources/read": () => ({ contents }) }));
  expect(await session.request("resources/read", { uri: "a:b" })).toEqual({ contents });
  expect(peer().sent.at(-1)?.params).toMatchObject({
    uri: "a:b",
    _meta: { progressToken: expect.any(String) },
  });
  await expect(session.request("prompts/get", { name: "x" })).rejects.toMatchObject({
    phase: "read",
    code: "read_failed",
    rpcCode: -32601,
    outcome: "answered",
  });
  await session.stop();
});
