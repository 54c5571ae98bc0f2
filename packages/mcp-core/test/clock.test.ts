import { backoffDelayMs, type McpBackoffConfig, mcpDefaults, systemClock } from "@x/mcp-core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

describe("the system clock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("runs something once, after its time", () => {
    const run = vi.fn();
    systemClock().after(100, run);
    vi.advanceTimersByTime(99);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("takes waits longer than a timer can", () => {
    const run = vi.fn();
    const fifty = 50 * 24 * 60 * 60 * 1000;
    systemClock().after(fifty, run);
    vi.advanceTimersByTime(fifty - 1);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("never runs after infinity, and holds no timer for it", () => {
    systemClock().after(Number.POSITIVE_INFINITY, () => expect.unreachable())();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("cancels, at any point of a long wait, and twice", () => {
    const long = 3 * 2 ** 31;
    for (const waited of [0, 1, 2 ** 31, long - 1]) {
      const cancel = systemClock().after(long, () => expect.unreachable());
      vi.advanceTimersByTime(waited);
      cancel();
      cancel();
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test("reads the time and chance of the machine", () => {
    vi.setSystemTime(1234);
    const clock = systemClock();
    expect(clock.now()).toBe(1234);
    const chances = Array.from({ length: 50 }, () => clock.random());
    expect(chances.every((chance) => chance >= 0 && chance < 1)).toBe(true);
    expect(new Set(chances).size).toBeGreaterThan(1);
  });
});

describe("back-off", () => {
  const config: fc.Arbitrary<McpBackoffConfig> = fc.record(
    {
      initialDelayMs: fc.nat(10_000),
      maxDelayMs: fc.nat(100_000),
      factor: fc.double({ min: 1, max: 10, noNaN: true }),
    },
    { requiredKeys: [] },
  );
  const attempt = fc.integer({ min: 1, max: 5_000 });
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test("stays between nothing and its bound, for any attempt", () => {
    fc.assert(
      fc.property(config, attempt, chance, (given, number, random) => {
        const delay = backoffDelayMs(given, number, () => random);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThanOrEqual(given.maxDelayMs ?? mcpDefaults.backoff.maxDelayMs);
        expect(Number.isInteger(delay)).toBe(true);
      }),
    );
  });

  test("has a bound that never shrinks", () => {
    const most = (given: McpBackoffConfig, number: number): number =>
      backoffDelayMs(given, number, () => 0.999999);
    fc.assert(
      fc.property(config, attempt, (given, number) => {
        expect(most(given, number + 1)).toBeGreaterThanOrEqual(most(given, number));
      }),
    );
    expect([1, 2, 3, 7].map((number) => most({}, number))).toEqual([100, 200, 400, 5_000]);
    expect(most({ initialDelayMs: 10, maxDelayMs: 35, factor: 3 }, 3)).toBe(35);
  });

  test("is jittered in full", () => {
    expect(backoffDelayMs({}, 3, () => 0)).toBe(0);
    expect(backoffDelayMs({}, 3, () => 0.5)).toBe(200);
  });

  test("takes an option that is undefined for one that is absent", () => {
    const options = { initialDelayMs: undefined, maxDelayMs: undefined, factor: undefined } as object;
    expect(backoffDelayMs(options, 1, () => 0.5)).toBe(50);
  });
});
