import type { JsonRpcMessage } from "@x/mcp-core";
import { expect, test } from "vitest";
import { createMessageReader } from "../../src/framing/message-reader.ts";

function read(...chunks: readonly (string | Uint8Array)[]) {
  const messages: JsonRpcMessage[] = [];
  const noise: number[] = [];
  const unreadable: (string | number)[] = [];
  const overlong: [number, string | number | undefined][] = [];
  const take = createMessageReader(4096, {
    message: (message) => messages.push(message),
    noise: (bytes) => noise.push(bytes),
    unreadable: (id) => unreadable.push(id),
    overlong: (bytes, id) => overlong.push([bytes, id]),
  });
  for (const chunk of chunks) take(Buffer.from(chunk));
  return { messages, noise, unreadable, overlong };
}

test("noise is skipped and counted once a chunk", () => {
  const found = read('banner\n  \n{"level":"info"}\n{"id":1}\n[1,2]\n"text"\n', '\n{"method":"m"}\n');
  expect(found.messages).toEqual([{ id: 1 }, { method: "m" }]);
  expect(found.noise).toEqual(['banner{"level":"info"}[1,2]"text"'.length]);
});

test("the members of a batch are messages of their own", () => {
  expect(read('[{"id":1,"result":{}},5,{"method":"m"}]\n').messages).toEqual([
    { id: 1, result: {} },
    { method: "m" },
  ]);
});

test("an answer that does not parse settles its request", () => {
  const found = read('{"jsonrpc":"2.0","id":"x1","result":{"text":"\u0001"}}\n', '{"jsonrpc":"2.0",\n');
  expect(found.unreadable).toEqual(["x1"]);
  expect(found.noise).toEqual(['{"jsonrpc":"2.0",'.length]);
});

test("an answer that is not UTF-8 settles its request", () => {
  const line = Buffer.from('{"result":{"text":"|"},"jsonrpc":"2.0","id":"x1"}\n');
  line[line.indexOf("|")] = 0xff;
  expect(read(line).unreadable).toEqual(["x1"]);
});

test("an answer above the limit settles its request, whichever end its id is at", () => {
  const text = "y".repeat(5000);
  const lines = [
    { id: "x1", result: { text } },
    { result: { text }, id: "x2" },
    { method: "m", params: { text } },
  ];
  const found = read(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"id":"x3"}\n`);
  expect(found.overlong.map(([, id]) => id)).toEqual(["x1", "x2", undefined]);
  expect(found.messages).toEqual([{ id: "x3" }]);
});
