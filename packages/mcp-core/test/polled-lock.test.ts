import { type Clock, type PolledLock, runLocked, systemClock } from "@x/mcp-core";
import { expect, test } from "vitest";

const pollMs = { least: 10, most: 100 };

/** A clock whose timers ring at once, one after the other, and that counts those which nobody stopped. */
function fastClock() {
  let now = 0;
  let armed = 0;
  const clock: Clock = {
    now: () => now,
    random: () => 0.5,
    after(ms, run) {
      let over = false;
      armed++;
      const stop = (): void => {
        if (!over) armed--;
        over = true;
      };
      setImmediate(() => {
        if (over) return;
        stop();
        now += ms;
        run();
      });
      return stop;
    },
  };
  return { clock, armed: () => armed };
}

/** A lock that is free at the so-and-so-many-th question. */
function freeAt(question: number) {
  const seen = { asked: 0, released: [] as number[] };
  const lock: PolledLock = {
    pollMs,
    take: async () => (++seen.asked < question ? 0 : 7),
    release: async (fence) => void seen.released.push(fence),
  };
  return { lock, seen };
}

test("asks until it is free, lends its fence, and gives it back also when the work fails", async () => {
  const { clock, armed } = fastClock();
  const { lock, seen } = freeAt(3);
  const options = { leaseMs: 1000, waitMs: 1000 };
  expect(await runLocked(clock, options, lock, async ({ fence }) => fence)).toBe(7);
  expect(clock.now()).toBe(110);
  const failing = runLocked(clock, options, lock, () => Promise.reject(new Error("of the work")));
  await expect(failing).rejects.toThrow("of the work");
  expect(seen).toEqual({ asked: 4, released: [7, 7] });
  expect(armed()).toBe(0);
});

test("waits no longer than it may, and asks a last time at the end", async () => {
  const { clock, armed } = fastClock();
  const { lock, seen } = freeAt(Number.POSITIVE_INFINITY);
  const waiting = runLocked(clock, { leaseMs: 1000, waitMs: 130 }, lock, async () => "never");
  await expect(waiting).rejects.toMatchObject({ code: "timeout", deadline: "lock", timeoutMs: 130 });
  expect(clock.now()).toBe(130);
  expect(seen).toEqual({ asked: 4, released: [] });
  expect(armed()).toBe(0);
});

test("a signal ends the wait, and asks nothing where it was aborted before", async () => {
  const { lock, seen } = freeAt(Number.POSITIVE_INFINITY);
  const controller = new AbortController();
  const options = { leaseMs: 1000, waitMs: 60_000, signal: controller.signal };
  const waiting = runLocked(systemClock(), options, lock, async () => "never");
  setTimeout(() => controller.abort("enough"), 20);
  await expect(waiting).rejects.toMatchObject({ code: "cancelled", cause: "enough", outcome: "not-sent" });
  const asked = seen.asked;
  await expect(runLocked(systemClock(), options, lock, async () => "never")).rejects.toMatchObject({
    code: "cancelled",
  });
  expect(seen).toEqual({ asked, released: [] });
});

test("a lease that ends before the work aborts its signal", async () => {
  const { clock } = fastClock();
  const { lock } = freeAt(1);
  const ended = await runLocked(
    clock,
    { leaseMs: 50, waitMs: 0 },
    lock,
    ({ signal }) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve(signal.reason), { once: true }),
      ),
  );
  expect(ended).toMatchObject({ deadline: "lock", timeoutMs: 50 });
});
