import { memoryStore, systemClock } from "@x/mcp-core";
import { createMcpSession } from "@x/mcp-session";
import { expect, test } from "vitest";

const good = {
  serverId: "a",
  configKey: "a",
  store: memoryStore(),
  handlers: {},
  clock: systemClock(),
  principal: "p",
  openWire: () => Promise.reject(new Error("not opened")),
};

test("a session is made with the widest options", () => {
  const session = createMcpSession({
    ...good,
    totalTimeoutMs: Number.POSITIVE_INFINITY,
    healthyAfterMs: 0,
    backoff: { initialDelayMs: 0, maxAttempts: 0 },
  });
  expect(session.state).toBe("disconnected");
});

test.each([
  [null, ""],
  [{ serverId: 5 }, "/serverId"],
  [{ connectTimeoutMs: Number.NaN }, "/connectTimeoutMs"],
  [{ callTimeoutMs: -1 }, "/callTimeoutMs"],
  [{ totalTimeoutMs: "60" }, "/totalTimeoutMs"],
  [{ probeTimeoutMs: null }, "/probeTimeoutMs"],
  [{ healthyAfterMs: Number.NaN }, "/healthyAfterMs"],
  [{ maxPages: 0 }, "/maxPages"],
  [{ maxToolBytes: -1 }, "/maxToolBytes"],
  [{ crashLoop: { exits: 0, windowMs: 1 } }, "/crashLoop/exits"],
  [{ crashLoop: { exits: 1, windowMs: Number.NaN } }, "/crashLoop/windowMs"],
  [{ backoff: { maxDelayMs: -1 } }, "/backoff/maxDelayMs"],
  [{ backoff: { factor: 0 } }, "/backoff/factor"],
  [{ era: "ancient" }, "/era"],
  [{ retryUnknown: true }, "/retryUnknown"],
])("a session is not made with %o", (options, pointer) => {
  const given = options === null ? null : { ...good, ...options };
  expect(() => createMcpSession(given as never)).toThrow(
    expect.objectContaining({ code: "config", pointer, outcome: "not-sent" }),
  );
});
