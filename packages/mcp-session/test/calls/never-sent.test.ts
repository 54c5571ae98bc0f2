import { McpError, McpProtocolError } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { echoTool, legacyServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import { sentCalls } from "../fixtures/sent-calls.ts";

const died = new McpProtocolError({
  phase: "connect",
  code: "process_exited",
  message: "It exited with code 3.",
  exitCode: 3,
});

describe("a call whose connection cannot be made is not sent", () => {
  test.each([
    ["dies in initialize", "initialize"],
    ["dies while its tools are listed", "tools/list"],
  ])("where the server %s", async (_, method) => {
    const { session } = scriptedSession(
      legacyServer({ [method]: (_message, peer) => peer.die({ reason: "process-exited", error: died }) }),
    );
    const calls = [session.callTool("echo", {}), session.request("resources/list", {}), session.listTools()];
    for (const call of calls) {
      await expect(call).rejects.toBeInstanceOf(McpProtocolError);
      await expect(call).rejects.toMatchObject({ code: "process_exited", exitCode: 3, outcome: "not-sent" });
    }
    // Whoever connects asks about the handshake, and of that it is not known.
    await expect(session.connect()).rejects.toMatchObject({ code: "process_exited", outcome: "unknown" });
    await session.stop();
  });

  test("where the list has to be read for it once more, and cannot be", async () => {
    let lists = 0;
    const { session } = scriptedSession(
      legacyServer({
        "tools/list": (_message, peer) => (lists++ === 0 ? { tools: [echoTool] } : peer.die()),
      }),
      { reconnect: false, backoff: { maxAttempts: 1 } },
    );
    await session.connect();
    const error = await session.callTool("newer", {}).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ outcome: "not-sent" });
    await session.stop();
  });

  test("but stays unknown where it was sent once and no connection comes to send it again", async () => {
    const hinted = { ...echoTool, annotations: { readOnlyHint: true } };
    const server = legacyServer({
      "tools/list": () => ({ tools: [hinted] }),
      "tools/call": (_message, peer) => peer.die(),
    });
    const scripted = scriptedSession([server, legacyServer({ initialize: (_message, peer) => peer.die() })], {
      retryUnknown: "read-only-or-idempotent",
      backoff: { maxAttempts: 1 },
    });
    await scripted.session.connect();
    const call = scripted.session.callTool("echo", {}).catch((error: unknown) => error);
    await scripted.clock.advance(60_000);
    expect(await call).toMatchObject({ outcome: "unknown" });
    expect(sentCalls(scripted)).toHaveLength(1);
    await scripted.session.stop();
  });
});

describe("what a caller gives", () => {
  test("is sent as it was when it was given", async () => {
    const seen: unknown[] = [];
    const scripted = scriptedSession(
      legacyServer({
        "tools/call": (message) => {
          seen.push(message.params?.arguments);
          return { content: [] };
        },
        "resources/read": (message) => {
          seen.push(message.params?.uri);
          return { contents: [] };
        },
      }),
    );
    const args = { list: [1], nested: { text: "before" } };
    const params = { uri: "before" };
    // Nothing is connected yet, so both wait.
    const all = [scripted.session.callTool("echo", args), scripted.session.request("resources/read", params)];
    args.list.push(2);
    args.nested.text = "after";
    params.uri = "after";
    await Promise.all(all);
    expect(seen).toEqual([{ list: [1], nested: { text: "before" } }, "before"]);
    await scripted.session.stop();
  });

  test.each([
    ["options that are null", null, "/options"],
    ["a signal that is null", { signal: null }, "/options/signal"],
    ["a deadline that is no number", { timeoutMs: Number.NaN }, "/options/timeoutMs"],
    ["a deadline in the past", { totalTimeoutMs: -1 }, "/options/totalTimeoutMs"],
  ])("is refused as %s, by name and before anything is started", async (_, options, pointer) => {
    const { session, wires } = scriptedSession(legacyServer());
    const given = options as never;
    const methods = [
      () => session.connect(given),
      () => session.reconnect(given),
      () => session.listTools(given),
      () => session.callTool("echo", {}, given),
      () => session.request("resources/list", {}, given),
    ];
    for (const method of methods) {
      const failed = method(); // rejects, and does not throw
      await expect(failed).rejects.toMatchObject({ code: "config", pointer, outcome: "not-sent" });
    }
    if (pointer !== "/options/timeoutMs" && pointer !== "/options/totalTimeoutMs")
      await expect(session.stop(given)).rejects.toMatchObject({ code: "config", pointer });
    await expect(session.stop({ graceMs: Number.NaN })).rejects.toMatchObject({
      pointer: "/options/graceMs",
    });
    expect(wires).toHaveLength(0);
    await session.stop();
  });

  test.each([null, undefined, [], "text", 5])("is refused as arguments: %o", async (args) => {
    const { session, wires } = scriptedSession(legacyServer());
    await expect(session.callTool("echo", args as never)).rejects.toMatchObject({
      code: "invalid_arguments",
      outcome: "not-sent",
      issues: [{ path: "", keyword: "type" }],
    });
    await expect(session.request("x", args as never)).rejects.toBeInstanceOf(McpError);
    expect(wires).toHaveLength(0);
    await session.stop();
  });
});
