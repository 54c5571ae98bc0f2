import assert from "node:assert/strict";
import type { KeyValueStore } from "@x/mcp-core";
import type { StoreContractCase, StoreKit } from "./contract-kit.ts";

const lease = { leaseMs: 10_000, waitMs: 10_000 };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the same section many times at once and gives how many were inside at the most. */
async function mostInside(stores: readonly KeyValueStore[], times: number): Promise<number> {
  let inside = 0;
  let most = 0;
  const sections = Array.from({ length: times }, (_, index) =>
    stores[index % stores.length]?.lock("a", lease, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await pause(5);
      inside -= 1;
    }),
  );
  await Promise.all(sections);
  return most;
}

/** Mutual exclusion, leases and fences. */
export function lockCases({ define, between }: StoreKit): readonly StoreContractCase[] {
  return [
    define("K20", "lets one in at a time", async (store) => {
      assert.equal(await mostInside([store], 10), 1);
    }),
    define("K21", "gives the result, and lets the next one in after an error", async (store) => {
      assert.equal(await store.lock("a", lease, async () => "result"), "result");
      await assert.rejects(
        store.lock("a", lease, () => Promise.reject(new Error("inside"))),
        { message: "inside" },
      );
      assert.equal(await store.lock("a", { ...lease, waitMs: 1_000 }, async () => "next"), "next");
    }),
    define("K22", "gives every holder a larger fence", async (store) => {
      const fences: number[] = [];
      for (let turn = 0; turn < 5; turn++)
        fences.push(await store.lock("a", lease, async ({ fence }) => fence));
      assert.deepEqual(
        fences,
        [...new Set(fences)].sort((a, b) => a - b),
      );
    }),
    define("K23", "does not mix the locks of two keys", async (store) => {
      await store.lock("a", lease, () => store.lock("b", { ...lease, waitMs: 1_000 }, async () => undefined));
    }),
    define("K24", "locks nothing but the lock", async (store) => {
      await store.lock("a", lease, async () => {
        await store.put("a", "one");
        assert.equal((await store.get("a"))?.value, "one");
      });
    }),
    define("K25", "waits no longer than it was told", async (store) => {
      await store.lock("a", lease, async () => {
        await assert.rejects(
          store.lock("a", { leaseMs: 10_000, waitMs: 200 }, async () => undefined),
          { code: "timeout" },
        );
      });
    }),
    define("K26", "stops waiting for a caller that gives up", async (store) => {
      await store.lock("a", lease, async () => {
        const gone = new AbortController();
        const waiting = store.lock("a", { ...lease, signal: gone.signal }, async () => undefined);
        setTimeout(() => gone.abort(new Error("gone")), 50);
        await assert.rejects(waiting, { code: "cancelled" });
      });
      assert.equal(await store.lock("a", { ...lease, waitMs: 1_000 }, async () => "free"), "free");
    }),
    define("K27", "lets others in when a lease ends, and says so to its holder", async (store) => {
      let later = 0;
      let begun = (): void => {};
      const held = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const first = store.lock("a", { leaseMs: 300, waitMs: 1_000 }, async ({ signal, fence }) => {
        begun();
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        // The other one holds it by now, or soon; what the overdue holder still does must not end that.
        await pause(300);
        return fence;
      });
      await held;
      const second = store.lock("a", lease, async ({ signal, fence }) => {
        later = fence;
        await first;
        await pause(100);
        assert.equal(signal.aborted, false);
        await assert.rejects(
          store.lock("a", { leaseMs: 1_000, waitMs: 50 }, async () => undefined),
          { code: "timeout" },
        );
      });
      const [earlier] = await Promise.all([first, second]);
      assert.ok(later > earlier, "the later holder has the larger fence");
    }),
    between("K28", "lets one in at a time across peers", async (store, peer) => {
      assert.equal(await mostInside([store, peer], 10), 1);
    }),
    between("K29", "counts fences across peers", async (store, peer) => {
      const first = await store.lock("a", lease, async ({ fence }) => fence);
      const second = await peer.lock("a", lease, async ({ fence }) => fence);
      assert.ok(second > first);
    }),
  ];
}
