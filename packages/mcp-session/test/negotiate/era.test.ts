import { McpAuthError, McpError, type McpWire, memoryStore } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { legacyServer, modernServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import type { Script } from "../fixtures/scripted-wire.ts";

const auto = { era: "auto" } as const;

/** The methods a wire was asked, in order. */
function methods(
  wire: { readonly peer: { readonly sent: readonly { readonly method?: string }[] } } | undefined,
) {
  return wire?.peer.sent.map((message) => message.method);
}

describe("era auto", () => {
  test("probes in place and falls back on the same wire", async () => {
    const { session, wires } = scriptedSession(legacyServer(), auto);
    await session.connect();
    expect(session.serverInfo?.era).toBe("legacy");
    expect(wires).toHaveLength(1);
    expect(methods(wires[0])).toEqual([
      "server/discover",
      "initialize",
      "notifications/initialized",
      "tools/list",
    ]);
    // The envelope is the modern era's alone.
    expect(wires[0]?.peer.sent[1]?.params?._meta).toEqual({ progressToken: wires[0]?.peer.sent[1]?.id });
    await session.stop();
  });

  test("takes silence on a pipe as legacy, without cancelling the probe", async () => {
    const server = legacyServer({ "server/discover": () => unanswered });
    const { session, wires, clock } = scriptedSession(server, auto);
    const connecting = session.connect();
    await clock.advance(2999);
    expect(session.state).toBe("connecting");
    await clock.advance(1);
    await connecting;
    expect(methods(wires[0])).not.toContain("notifications/cancelled");
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("believes a late answer to the probe where the handshake fails", async () => {
    const server = modernServer({ "server/discover": () => unanswered });
    const late: Script = (message, peer, options) => {
      server(message, peer, options);
      if (message.method !== "initialize") return;
      const probe = peer.sent[0];
      if (probe !== undefined)
        peer.answer(probe, { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } });
      peer.fail(message, -32601);
    };
    const { session, clock } = scriptedSession(late, auto);
    const connecting = session.connect();
    await clock.advance(3000);
    expect((await connecting).map((tool) => tool.name)).toEqual(["echo"]);
    expect(session.serverInfo?.era).toBe("modern");
    await session.stop();
  });

  test("starts a server that dies on the probe once more, the legacy way, and remembers it", async () => {
    const store = memoryStore();
    const dying = legacyServer({
      "server/discover": (_message, peer) => {
        peer.die();
        return unanswered;
      },
    });
    const first = scriptedSession(dying, { ...auto, store });
    await first.session.connect();
    expect(first.wires.map(methods)).toEqual([
      ["server/discover"],
      ["initialize", "notifications/initialized", "tools/list"],
    ]);
    expect(first.states()).toEqual(["connecting", "connected"]);
    await first.session.stop();

    const second = scriptedSession(dying, { ...auto, store });
    await second.session.connect();
    expect(second.wires.map(methods)).toEqual([["initialize", "notifications/initialized", "tools/list"]]);
    await second.session.stop();
  });

  test("a server that dies whatever it is asked is started twice, not for ever", async () => {
    const { session, wires } = scriptedSession((_message, peer) => peer.die(), auto);
    await expect(session.connect()).rejects.toMatchObject({ phase: "connect" });
    expect(wires).toHaveLength(2);
    expect(session.state).toBe("disconnected");
    await session.stop();
  });

  test("asks again at the revision that a server names", async () => {
    let asked = 0;
    const server = modernServer({});
    const picky: Script = (message, peer, options) => {
      if (message.method === "server/discover" && asked++ === 0)
        peer.fail(message, -32022, { supported: ["2026-07-28"], requested: "x" });
      else server(message, peer, options);
    };
    const { session } = scriptedSession(picky, auto);
    await session.connect();
    expect(asked).toBe(2);
    expect(session.serverInfo?.era).toBe("modern");
    await session.stop();
  });

  test("names both sides where no revision is common", async () => {
    const server = modernServer({});
    const foreign: Script = (message, peer, options) =>
      message.method === "server/discover"
        ? peer.fail(message, -32022, { supported: ["2031-01-01"] })
        : server(message, peer, options);
    const { session } = scriptedSession(foreign, auto);
    await expect(session.connect()).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/2031-01-01.*2026-07-28.*2025-11-25/),
    });
    await session.stop();
  });

  test("offers the legacy revision that a server names", async () => {
    const server = legacyServer();
    const named: Script = (message, peer, options) =>
      message.method === "server/discover"
        ? peer.fail(message, -32022, { supported: ["2025-03-26", "2031-01-01"] })
        : server(message, peer, options);
    const { session, wires } = scriptedSession(named, auto);
    await session.connect();
    expect(wires[0]?.peer.sent[1]?.params?.protocolVersion).toBe("2025-03-26");
    expect(session.serverInfo?.protocolVersion).toBe("2025-03-26");
    await session.stop();
  });
});

describe("over HTTP", () => {
  const auth = new McpAuthError({
    authCode: "auth_required",
    message: "401",
    phase: "apply",
    retry: "after-user",
  });
  const failure = new McpError("call_failed", { message: "It failed." });
  const losing = (cause: McpError, status?: number, body?: string): Script => {
    const server = legacyServer();
    return (message, peer, options) => {
      if (message.method !== "server/discover") server(message, peer, options);
      else
        peer.lose(String(message.id), {
          cause,
          ...(status === undefined ? {} : { status }),
          ...(body === undefined ? {} : { body }),
        });
    };
  };
  const http: { readonly kind: McpWire["kind"]; readonly era: "auto" } = { kind: "http", era: "auto" };

  test.each([400, 404, 405, 422])("a %i on the probe is legacy", async (status) => {
    const { session, wires } = scriptedSession(losing(failure, status, "<html>"), http);
    await session.connect();
    expect(session.serverInfo?.era).toBe("legacy");
    expect(wires).toHaveLength(1);
    await session.stop();
  });

  test.each([401, 403])("a %i surfaces as itself and says nothing about the era", async (status) => {
    const { session, wires, states } = scriptedSession(losing(auth, status), http);
    await expect(session.connect()).rejects.toBe(auth);
    expect(methods(wires[0])).toEqual(["server/discover"]);
    expect(states()).toEqual(["connecting", "disconnected"]);
    await session.stop();
  });

  test.each([401, 403])(
    "a %i whose cause is no authorization error fails the connect too",
    async (status) => {
      const { session, wires } = scriptedSession(losing(failure, status), http);
      await expect(session.connect()).rejects.toMatchObject({ phase: "connect", status });
      expect(methods(wires[0])).toEqual(["server/discover"]);
      await session.stop();
    },
  );

  test.each([500, 503, 200, 301, undefined])("a %s fails the connect", async (status) => {
    const { session, wires } = scriptedSession(losing(failure, status), http);
    await expect(session.connect()).rejects.toMatchObject({ phase: "connect", status });
    expect(methods(wires[0])).toEqual(["server/discover"]);
    await session.stop();
  });

  test("silence on the probe is bounded by the connect deadline, not by the short one of pipes", async () => {
    const { session, clock, wires } = scriptedSession(() => undefined, { ...http, connectTimeoutMs: 20_000 });
    const outcome = session.connect().catch((error: unknown) => error);
    await clock.advance(19_999);
    expect(session.state).toBe("connecting");
    await clock.advance(1);
    expect(await outcome).toMatchObject({ code: "timeout", deadline: "connect", timeoutMs: 20_000 });
    expect(wires[0]?.peer.closed).toBe(true);
    await session.stop();
    expect(clock.armed).toBe(0);
  });
});

describe("a fixed era", () => {
  test("modern never falls back", async () => {
    const { session, wires } = scriptedSession(legacyServer(), { era: "modern" });
    await expect(session.connect()).rejects.toMatchObject({ code: "unsupported", phase: "connect" });
    expect(methods(wires[0])).toEqual(["server/discover"]);
    await session.stop();
  });

  test("legacy against a modern server names the versions of both", async () => {
    const server: Script = (message, peer) => peer.fail(message, -32022, { supported: ["2026-07-28"] });
    const { session } = scriptedSession(server, { era: "legacy" });
    await expect(session.connect()).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/2026-07-28.*2025-11-25/),
    });
    await session.stop();
  });
});
