import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { openHost } from "./fixtures/session.ts";

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
process.on("unhandledRejection", onUnhandled);
process.on("uncaughtExceptionMonitor", onUnhandled);
afterAll(() => {
  process.off("unhandledRejection", onUnhandled);
  process.off("uncaughtExceptionMonitor", onUnhandled);
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 100));
const descriptors = () => readdirSync("/proc/self/fd").length;
const resources = () => process.getActiveResourcesInfo().length;
const listeners = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);

test("a hundred programs started and killed leave no descriptor, handle or listener", async () => {
  await using session = await openHost();
  const cycle = async () => {
    const started = await session.spawn({ command: "cat" });
    await started.writeStdin(new Uint8Array([1]));
    await started.kill("SIGKILL");
  };
  for (let index = 0; index < 5; index += 1) await cycle();
  await settle();
  const before = [descriptors(), resources(), listeners()];
  for (let index = 0; index < 100; index += 1) await cycle();
  await settle();
  const after = [descriptors(), resources(), listeners()];
  for (const [index, count] of after.entries()) expect(count - (before[index] ?? 0)).toBeLessThanOrEqual(2);
});

test("programs that end at once make no noise, however they are treated", async () => {
  await using session = await openHost();
  for (let index = 0; index < 50; index += 1) {
    const started = await session.spawn({ command: "true" });
    const writes = Promise.allSettled(
      [1, 2, 3].map((size) => started.writeStdin(new Uint8Array(size * 100_000))),
    );
    const closing = started.closeStdin();
    void started.kill("SIGTERM");
    expect((await started.exit).reason).toMatch(/exited|killed/);
    for (const { status, ...rest } of await writes) {
      if (status === "rejected") expect(rest).toMatchObject({ reason: { code: "closed" } });
    }
    await closing;
  }
  await settle();
  expect(unhandled).toEqual([]);
});

test("starts that fail make no noise and leave nothing", async () => {
  await using session = await openHost();
  const before = descriptors();
  for (let index = 0; index < 20; index += 1) {
    await expect(session.spawn({ command: "no-such-program" })).rejects.toMatchObject({
      code: "spawn_failed",
    });
  }
  await settle();
  expect(descriptors() - before).toBeLessThanOrEqual(2);
  expect(unhandled).toEqual([]);
});
