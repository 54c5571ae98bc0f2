import assert from "node:assert/strict";
import type { StoreContractCase, StoreKit } from "./contract-kit.ts";

const many = Array.from({ length: 50 }, (_, index) => index);

/** Reading, writing, comparing and taking. */
export function entryCases({ define, between }: StoreKit): readonly StoreContractCase[] {
  return [
    define("K01", "gives what was put, and its version", async (store) => {
      assert.equal(await store.get("a"), undefined);
      const written = await store.put("a", "one");
      assert.deepEqual(await store.get("a"), { value: "one", version: written?.version });
    }),
    define("K02", "gives every write a version of its own", async (store) => {
      const first = await store.put("a", "same");
      const second = await store.put("a", "same");
      assert.notEqual(first?.version, second?.version);
    }),
    define("K03", "keeps any text byte for byte, and keys apart", async (store) => {
      const text = `é\u0000"\\\n\u2028😀${"x".repeat(100_000)}`;
      const keys = ["a", "A", "a/b", "a:b", "../a", "é😀", `${"k".repeat(2_000)}`];
      for (const [index, key] of keys.entries()) await store.put(key, `${index}${text}`);
      for (const [index, key] of keys.entries())
        assert.equal((await store.get(key))?.value, `${index}${text}`);
    }),
    define("K04", "writes only if the version is still there", async (store) => {
      const first = await store.put("a", "one");
      assert.ok(first);
      const second = await store.put("a", "two", { ifVersion: first.version });
      assert.ok(second);
      assert.equal(await store.put("a", "three", { ifVersion: first.version }), undefined);
      assert.equal((await store.get("a"))?.value, "two");
    }),
    define("K05", "writes only if the key is absent", async (store) => {
      assert.ok(await store.put("a", "one", { ifVersion: null }));
      assert.equal(await store.put("a", "two", { ifVersion: null }), undefined);
      await store.delete("a");
      assert.ok(await store.put("a", "three", { ifVersion: null }));
      assert.equal(await store.put("b", "one", { ifVersion: "never-written" }), undefined);
    }),
    define("K06", "lets one of many writers win who compare with the same version", async (store) => {
      const first = await store.put("a", "start");
      const ifVersion = first?.version ?? "";
      const written = await Promise.all(many.map((index) => store.put("a", String(index), { ifVersion })));
      assert.equal(written.filter((one) => one !== undefined).length, 1);
      const winner = written.findIndex((one) => one !== undefined);
      assert.equal((await store.get("a"))?.value, String(winner));
    }),
    define("K07", "lets one of fifty take what is there once", async (store) => {
      await store.put("a", "code");
      const taken = await Promise.all(many.map(() => store.delete("a")));
      assert.equal(taken.filter((one) => one).length, 1);
      assert.equal(await store.get("a"), undefined);
      assert.equal(await store.delete("a"), false);
    }),
    define("K08", "removes only if the version is still there", async (store) => {
      const first = await store.put("a", "one");
      const second = await store.put("a", "two");
      assert.equal(await store.delete("a", { ifVersion: first?.version ?? "" }), false);
      assert.equal(await store.delete("a", { ifVersion: second?.version ?? "" }), true);
    }),
    define("K09", "forgets what has a life when it is over, and nothing else", async (store) => {
      await store.put("short", "one", { ttlMs: 150 });
      await store.put("kept", "one", { ttlMs: 150 });
      await store.put("kept", "two");
      assert.equal((await store.get("short"))?.value, "one");
      await new Promise((resolve) => setTimeout(resolve, 400));
      assert.equal(await store.get("short"), undefined);
      assert.equal((await store.get("kept"))?.value, "two");
      assert.ok(await store.put("short", "again", { ifVersion: null }), "what has expired is absent");
    }),
    define("K10", "does nothing for a caller that has given up", async (store) => {
      const signal = AbortSignal.abort(new Error("gone"));
      await assert.rejects(store.put("a", "one", { signal }), { code: "cancelled" });
      await assert.rejects(store.get("a", { signal }), { code: "cancelled" });
      assert.equal(await store.get("a"), undefined);
    }),
    between("K11", "shows a peer what was written, at once", async (store, peer) => {
      const written = await store.put("a", "one");
      assert.deepEqual(await peer.get("a"), { value: "one", version: written?.version });
      assert.equal(await peer.put("a", "two", { ifVersion: "other" }), undefined);
      assert.ok(await peer.put("a", "two", { ifVersion: written?.version ?? "" }));
      assert.equal(await store.put("a", "three", { ifVersion: written?.version ?? "" }), undefined);
    }),
    between("K12", "lets one of many take across peers", async (store, peer) => {
      await store.put("a", "code");
      const taken = await Promise.all(many.map((index) => (index % 2 ? store : peer).delete("a")));
      assert.equal(taken.filter((one) => one).length, 1);
    }),
  ];
}
