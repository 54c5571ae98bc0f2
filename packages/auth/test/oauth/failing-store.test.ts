import { isMcpError, type KeyValueStore, memoryStore } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { party } from "../support/oauth-party.ts";
import { startOAuthWorld } from "../support/oauth-world.ts";

type Operation = "get" | "put" | "delete" | "lock";

const ways = {
  rejects: () => Promise.reject(new Error("canary of the disk")),
  throws: () => {
    throw new Error("canary of the disk");
  },
  hangs: () => new Promise(() => {}),
} as const;

/** A store that does one thing wrong, from some use on. */
function failing(
  inner: KeyValueStore,
  operation: Operation,
  way: keyof typeof ways,
  after: number,
): KeyValueStore {
  let uses = 0;
  const wrong = (...args: readonly never[]): unknown =>
    uses++ < after ? (inner[operation] as (...own: readonly never[]) => unknown)(...args) : ways[way]();
  return { ...inner, [operation]: wrong };
}

const cases = (["get", "put", "delete", "lock"] as const).flatMap((operation) =>
  (Object.keys(ways) as (keyof typeof ways)[]).flatMap((way) =>
    [0, 2].map((after) => [operation, way, after] as const),
  ),
);

describe("a store of which", () => {
  test.each(cases)("%s %s after %i uses keeps nobody, and uses nothing up", async (operation, way, after) => {
    await using world = await startOAuthWorld();
    const clock = manualClock();
    const good = memoryStore({ clock });
    await party(world, {}, { store: good, clock }).call();
    clock.advance(10_000);
    world.expireAll();
    const store = failing(good, operation, way, after);
    const timing = { requestTimeoutMs: 200, lockWaitMs: 200 };
    const { call } = party(world, {}, { store, clock, timing });
    const answer = await call().catch((error: unknown) => error);
    // It works without what failed, or says what failed.
    if (isMcpError(answer)) {
      expect(answer).toMatchObject({ code: "auth", authCode: "store_unavailable", retry: "after-delay" });
      expect(`${JSON.stringify(answer)}${answer.stack}${String(answer.cause)}`).not.toContain("canary");
    } else expect(answer).toMatchObject({ subject: "alice" });
    expect(world.reused).toBe(0);
    expect(world.tokenRequests("refresh_token").length).toBeLessThanOrEqual(1);
  });

  test("everything hangs is given up with its caller", async () => {
    await using world = await startOAuthWorld();
    const never = () => new Promise<never>(() => {});
    const store: KeyValueStore = { get: never, put: never, delete: never, lock: never };
    const leaves = new AbortController();
    const { call } = party(world, {}, { store, timing: { requestTimeoutMs: 600_000 } });
    const gone = call(leaves.signal);
    leaves.abort(new Error("gone"));
    await expect(gone).rejects.toMatchObject({ code: expect.stringMatching(/^(auth|cancelled)$/) });
  });
});
