import { createByteQueue, pump } from "@x/sandbox";
import { describe, expect, test } from "vitest";

const bytes = (length: number, value = 1) => new Uint8Array(length).fill(value);

async function lengths(source: AsyncIterable<Uint8Array>): Promise<number[]> {
  const found: number[] = [];
  for await (const chunk of source) found.push(chunk.length);
  return found;
}

describe("createByteQueue", () => {
  test("hands a chunk straight to a reader that waits", async () => {
    const queue = createByteQueue({ limitBytes: 1 });
    const next = queue[Symbol.asyncIterator]().next();
    expect(queue.push(bytes(5))).toBe(true);
    expect(await next).toEqual({ done: false, value: bytes(5) });
  });

  test("asks the producer to wait at the limit, until the reader has caught up", async () => {
    const queue = createByteQueue({ limitBytes: 10 });
    const order: string[] = [];
    expect(queue.push(bytes(9))).toBe(true);
    expect(queue.push(bytes(9))).toBe(false);
    const drained = queue.drained().then(() => order.push("drained"));
    await Promise.resolve();
    order.push("reads");
    await queue[Symbol.asyncIterator]().next();
    await drained;
    expect(order).toEqual(["reads", "drained"]);
    await queue.drained();
  });

  test("delivers what is held before its end, and before a failure", async () => {
    const ended = createByteQueue();
    ended.push(bytes(2));
    ended.end();
    ended.fail(new Error("too late"));
    expect(await lengths(ended)).toEqual([2]);

    const failed = createByteQueue();
    failed.push(bytes(3));
    failed.fail(new Error("lost"));
    failed.push(bytes(4));
    const iterator = failed[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toHaveLength(3);
    await expect(iterator.next()).rejects.toThrow("lost");
    await failed.ended;
  });

  test("does not call a failure unhandled while nobody reads", async () => {
    createByteQueue().fail(new Error("nobody reads this"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test("forgets the oldest bytes of a queue that must not wait", async () => {
    const queue = createByteQueue({ limitBytes: 10, overflow: "drop-oldest" });
    for (const value of [1, 2, 3]) expect(queue.push(bytes(4, value))).toBe(true);
    queue.end();
    const chunks: number[][] = [];
    for await (const chunk of queue) chunks.push([...chunk]);
    expect(chunks).toEqual([
      [1, 1],
      [2, 2, 2, 2],
      [3, 3, 3, 3],
    ]);
  });

  test("lets the producer go on when the reader leaves or the queue is released", async () => {
    const left = createByteQueue({ limitBytes: 1 });
    left.push(bytes(5));
    const drained = left.drained();
    for await (const _ of left) break;
    await drained;
    expect(left.push(bytes(50))).toBe(true);
    expect(await lengths(left)).toEqual([]);

    const released = createByteQueue({ limitBytes: 1 });
    released.push(bytes(5));
    released.release();
    expect(released.push(bytes(50))).toBe(true);
    released.end();
    expect(await lengths(released)).toEqual([5, 50]);
  });

  test("stays fast with many small chunks", async () => {
    const queue = createByteQueue({ limitBytes: Number.POSITIVE_INFINITY });
    const fill = (count: number): Promise<number> => {
      const start = performance.now();
      for (let index = 0; index < count; index += 1) queue.push(bytes(1));
      const iterator = queue[Symbol.asyncIterator]();
      const drain = async () => {
        for (let index = 0; index < count; index += 1) await iterator.next();
        return performance.now() - start;
      };
      return drain();
    };
    await fill(20_000);
    const small = await fill(20_000);
    const large = await fill(200_000);
    expect(large / small).toBeLessThan(60);
  });
});

describe("pump", () => {
  test("moves a source no faster than it is read, and passes its failure on", async () => {
    let given = 0;
    const source = (async function* () {
      for (; given < 100; given += 1) yield bytes(10);
      throw new Error("source failed");
    })();
    const queue = createByteQueue({ limitBytes: 25 });
    const pumping = pump(source, queue);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(given).toBeLessThan(5);
    await expect(lengths(queue)).rejects.toThrow("source failed");
    await pumping;
    expect(given).toBe(100);
  });
});
