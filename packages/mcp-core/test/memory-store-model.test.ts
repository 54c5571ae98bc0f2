import { type Clock, type KeyValueStore, memoryStore } from "@x/mcp-core";
import fc from "fast-check";
import { expect, test } from "vitest";

/** What the store should be: a map with versions and a clock, as plainly as it can be written. */
interface Model {
  now: number;
  readonly entries: Map<string, { readonly value: string; readonly version: string; readonly until: number }>;
}

type Step = (store: KeyValueStore, model: Model) => Promise<void>;

function current({ entries, now }: Model, key: string) {
  const entry = entries.get(key);
  return entry !== undefined && entry.until > now ? entry : undefined;
}

const wait =
  (ms: number): Step =>
  async (_store, model) => {
    model.now += ms;
  };

const get =
  (key: string): Step =>
  async (store, model) => {
    expect((await store.get(key))?.value).toBe(current(model, key)?.value);
  };

const remove =
  (key: string): Step =>
  async (store, model) => {
    expect(await store.delete(key)).toBe(current(model, key) !== undefined);
    model.entries.delete(key);
  };

interface Put {
  readonly key: string;
  readonly value: string;
  readonly ttlMs: number | undefined;
  readonly over: "anything" | "nothing" | "what is there" | "what was there once";
}

const put =
  ({ key, value, ttlMs, over }: Put): Step =>
  async (store, model) => {
    const before = current(model, key);
    const condition = {
      anything: {},
      nothing: { ifVersion: null },
      "what is there": { ifVersion: before?.version ?? null },
      "what was there once": { ifVersion: "never" },
    }[over];
    const fits = over === "nothing" ? before === undefined : over !== "what was there once";
    const written = await store.put(key, value, { ...condition, ...(ttlMs === undefined ? {} : { ttlMs }) });
    expect(written !== undefined).toBe(fits);
    const until = ttlMs === undefined ? Number.POSITIVE_INFINITY : model.now + ttlMs;
    if (written !== undefined) model.entries.set(key, { value, version: written.version, until });
  };

test("the memory store is a map with versions and a clock, for any sequence of operations", async () => {
  const key = fc.constantFrom("a", "b", "__proto__");
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.nat(60).map(wait),
    key.map(get),
    key.map(remove),
    fc
      .record({
        key,
        value: fc.string({ maxLength: 3 }),
        ttlMs: fc.option(fc.nat(50), { nil: undefined }),
        over: fc.constantFrom<Put["over"]>("anything", "nothing", "what is there", "what was there once"),
      })
      .map(put),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const model: Model = { now: 0, entries: new Map() };
      const clock: Clock = { now: () => model.now, random: () => 0, after: () => () => {} };
      const store = memoryStore({ clock });
      for (const run of steps) await run(store, model);
    }),
  );
});
