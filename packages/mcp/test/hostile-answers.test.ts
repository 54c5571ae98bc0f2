import { createMcpTransport, type InteractionPort, isMcpError } from "@x/mcp";
import { describe, expect, test } from "vitest";
// @boundaries-ignore the scripted authorization server of the tests of @x/auth, which a package between them would tie in a circle
import { type OAuthWorld, startOAuthWorld } from "../../auth/test/support/oauth-world.ts";
import { startGuardedServer } from "./fixtures/guarded-server.ts";
import { hostileAnswers } from "./fixtures/hostile-answers.ts";

/** Never over by itself: what ends it is a time limit. */
const slow: ReadonlySet<string> = new Set([
  "a status line a byte at a time",
  "headers a byte at a time",
  "a body a byte at a time",
  "chunks of one byte, for ever",
  "early hints without end",
  "a status line without end",
  "a chunk extension without end",
]);
const isBomb = (name: string): boolean => name.includes("bomb");
/** What HTTP can read, and means nothing. */
const readable: ReadonlySet<string> = new Set([
  "an encoding that is not chunked",
  "a second answer behind the first",
]);

const names = Object.keys(hostileAnswers);

/** Where an answer of OAuth comes from, and the codes where it cannot be had, or is nothing that can be used. */
const places = [
  ["/.well-known/oauth-protected-resource/mcp", "discovery_failed", "metadata_invalid"],
  ["/.well-known/oauth-authorization-server", "discovery_failed", "issuer_mismatch"],
  ["/register", "registration_unavailable", "registration_rejected"],
  ["/token", "refresh_unavailable", "metadata_invalid"],
] as const;

const willing = (world: OAuthWorld): InteractionPort => ({
  async authorize({ url }) {
    await (await fetch(await world.browse(url))).text();
    return undefined;
  },
});

describe.each(places)("authorization at a server whose %s answers with", (place, away, useless) => {
  test.each(names)("%s fails with the right code, in time and without a leftover", async (name) => {
    await using world = await startOAuthWorld();
    world.http.routes.set(place, () => hostileAnswers[name] ?? 500);
    const auth = { mode: "oauth2" };
    const config = { kind: "streamable-http", serverId: "guarded", url: world.serverUrl.href, auth } as const;
    const timing = { requestTimeoutMs: 400 };
    const transport = createMcpTransport(config, { auth: { timing, interaction: willing(world) } });
    const error = await transport.connect().catch((reason: unknown) => reason);
    const authCode = slow.has(name)
      ? "timeout"
      : isBomb(name)
        ? "response_too_large"
        : readable.has(name)
          ? useless
          : away;
    expect(error).toMatchObject({ code: "auth", authCode, outcome: "not-sent", serverId: "guarded" });
    await transport.stop();
    await expect.poll(() => world.http.openConnections()).toBe(0);
  });
});

describe("a server that answers a call with", () => {
  test.each(names)("%s loses that call alone, and the next one gets its own answer", async (name) => {
    await using server = await startGuardedServer();
    server.intercept = ({ body }) => (body.includes("hostile") ? hostileAnswers[name] : undefined);
    const auth = { mode: "bearer", token: server.staticToken };
    const config = { kind: "streamable-http", serverId: "guarded", url: server.url, auth } as const;
    const transport = createMcpTransport({ ...config, callTimeoutMs: 700 });
    await transport.connect();
    const [lost, beside] = await Promise.allSettled([
      transport.callTool("echo", { text: "hostile" }),
      transport.callTool("echo", { text: "beside" }, { timeoutMs: 30_000 }),
    ]);
    const error = lost.status === "rejected" ? lost.reason : undefined;
    expect(isMcpError(error)).toBe(true);
    // What the server did with a call that it answered like this cannot be known.
    expect(error).toMatchObject({ code: slow.has(name) ? "timeout" : "call_failed", outcome: "unknown" });
    expect(beside).toMatchObject({ value: { content: [{ text: "beside" }] } });
    const after = await transport.callTool("echo", { text: "after" }, { timeoutMs: 30_000 });
    expect(after).toMatchObject({ content: [{ text: "after" }] });
    await transport.stop();
    await expect.poll(() => server.openConnections()).toBe(0);
  });
});
