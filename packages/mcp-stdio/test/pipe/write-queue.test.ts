import { setImmediate } from "node:timers/promises";
import type { JsonRpcMessage } from "@x/mcp-core";
import { expect, test } from "vitest";
import { notOpenError } from "../../src/pipe/wire-errors.ts";
import { createWriteQueue, type WriteQueue } from "../../src/pipe/write-queue.ts";

interface Written {
  readonly queue: WriteQueue;
  readonly writes: string[];
  readonly broken: unknown[];
  /** Accepts, or refuses, the oldest write. */
  settle(error?: Error): void;
}

function make(maxQueuedBytes?: number): Written {
  const writes: string[] = [];
  const broken: unknown[] = [];
  const pending: ((error?: Error) => void)[] = [];
  const queue = createWriteQueue({
    serverId: "s",
    write: (bytes) => {
      writes.push(Buffer.from(bytes).toString());
      return new Promise((resolve, reject) => {
        pending.push((error) => (error === undefined ? resolve() : reject(error)));
      });
    },
    broken: (error) => broken.push(error),
    ...(maxQueuedBytes === undefined ? {} : { maxQueuedBytes }),
  });
  return { queue, writes, broken, settle: (error) => pending.shift()?.(error) };
}

const message = (id: number, text = ""): JsonRpcMessage => ({
  jsonrpc: "2.0",
  id,
  method: "m",
  params: { text },
});
const line = (id: number): string => `${JSON.stringify(message(id))}\n`;

test("what is sent in one turn of the loop leaves in one write, in order, promise jobs included", async () => {
  const { queue, writes } = make();
  void queue.send(message(1));
  void Promise.resolve()
    .then(() => queue.send(message(2)))
    .catch(() => {});
  void queue.send(message(3));
  await setImmediate();
  expect(writes).toEqual([line(1) + line(3) + line(2)]);
});

test("what is more than a few kilobytes is not held back until the turn is over", async () => {
  const { queue, writes } = make();
  const text = "x".repeat(3000);
  for (const id of [1, 2, 3, 4]) void queue.send(message(id, text));
  expect(writes).toHaveLength(1);
  await setImmediate();
  expect(
    writes
      .join("")
      .split("\n")
      .map((each) => each.length > 0),
  ).toEqual([true, true, true, true, false]);
});

test("a send resolves when its write was accepted", async () => {
  const { queue, settle } = make();
  let done = false;
  const sent = queue.send(message(1)).then(() => {
    done = true;
  });
  await setImmediate();
  expect(done).toBe(false);
  settle();
  await sent;
});

test("a process that does not read gets no more than the high-water mark; the rest waits its turn", async () => {
  const { queue, writes, settle } = make();
  const big = "x".repeat(600 * 1024);
  for (const id of [1, 2, 3, 4]) {
    void queue.send(message(id, big));
    await setImmediate();
  }
  expect(writes).toHaveLength(2);
  settle();
  await setImmediate();
  expect(writes).toHaveLength(3);
  expect(writes[2]?.split("\n")).toHaveLength(3);
});

test("what waits for a process that does not read is bounded, and refused as not sent", async () => {
  const { queue } = make(1024 * 1024);
  const big = "x".repeat(800 * 1024);
  for (const id of [1, 2]) {
    void queue.send(message(id, big));
    await setImmediate();
  }
  const last = queue.send(message(3, big));
  last.catch(() => {});
  await expect(queue.send(message(4, big))).rejects.toMatchObject({ code: "limit", outcome: "not-sent" });
});

test("messages that wait when the end comes were not sent; those handed over may have arrived", async () => {
  const { queue, broken, settle } = make();
  const handedOver = queue.send(message(1));
  await setImmediate();
  const waiting = queue.send(message(2));
  queue.end(notOpenError("s"));
  await expect(waiting).rejects.toMatchObject({ code: "closed", outcome: "not-sent" });
  await expect(queue.send(message(3))).rejects.toMatchObject({ outcome: "not-sent" });
  settle(new Error("EPIPE"));
  await handedOver;
  expect(broken).toHaveLength(1);
});

test("arguments that are no JSON are refused before anything is written", async () => {
  const { queue, writes } = make();
  const params = { big: 1n };
  await expect(queue.send({ jsonrpc: "2.0", id: 1, method: "m", params })).rejects.toThrow(TypeError);
  await setImmediate();
  expect(writes).toEqual([]);
});
