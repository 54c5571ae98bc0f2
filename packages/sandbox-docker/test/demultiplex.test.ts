import { PassThrough } from "node:stream";
import { createByteQueue } from "@x/sandbox";
import { describe, expect, test } from "vitest";
import { createFrameReader, demultiplex } from "../src/demultiplex.ts";
import { bytesOf } from "./fixtures/run.ts";

/** What an engine sends for these bytes. */
function frame(stream: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(data.length, 4);
  return Buffer.concat([header, data]);
}

function streams() {
  return {
    stdout: createByteQueue({ limitBytes: 1024 }),
    stderr: createByteQueue({ limitBytes: 1024, overflow: "drop-oldest" }),
  };
}

describe("the reader of frames", () => {
  const frames = [
    frame(1, Buffer.from("out")),
    frame(2, Buffer.from("err")),
    frame(1, Buffer.alloc(0)),
    frame(1, Buffer.from("more")),
  ];
  const whole = Buffer.concat(frames);

  test.each([1, 2, 3, 7, 8, 9, 100])("takes frames apart that come in pieces of %i bytes", (size) => {
    const text = { 1: "", 2: "" };
    const reader = createFrameReader((stream, bytes) => {
      text[stream] += Buffer.from(bytes).toString();
    });
    for (let offset = 0; offset < whole.length; offset += size)
      reader.take(whole.subarray(offset, offset + size));
    expect(text).toEqual({ 1: "outmore", 2: "err" });
    expect(reader.whole()).toBe(true);
  });

  test("knows that a frame is not whole", () => {
    const reader = createFrameReader(() => {});
    reader.take(whole.subarray(0, 4));
    expect(reader.whole()).toBe(false);
    reader.take(whole.subarray(4, 9));
    expect(reader.whole()).toBe(false);
  });

  test.each([
    ["another stream", frame(3, Buffer.from("x"))],
    ["bytes where zeros belong", Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 0])],
    ["a length that no engine sends", Buffer.from([1, 0, 0, 0, 0x7f, 0, 0, 0])],
    ["text", Buffer.from("HTTP/1.1 400 Bad Request")],
  ])("refuses %s", (_, bytes) => {
    expect(() => createFrameReader(() => {}).take(bytes)).toThrow("no frame");
  });
});

describe("demultiplex", () => {
  test("passes on what came with the answer before what comes later", async () => {
    const socket = new PassThrough();
    const queues = streams();
    const over = demultiplex(socket, frame(1, Buffer.from("first ")), queues);
    socket.end(frame(1, Buffer.from("second")));
    await over;
    queues.stdout.end();
    expect((await bytesOf(queues.stdout)).toString()).toBe("first second");
  });

  test("reads no further while nobody reads stdout", async () => {
    const socket = new PassThrough({ highWaterMark: 1024 });
    const queues = streams();
    const over = demultiplex(socket, new Uint8Array(), queues);
    let written = 0;
    while (written < 100 && socket.write(frame(1, Buffer.alloc(1024)))) {
      written += 1;
      await new Promise(setImmediate);
    }
    expect(written).toBeLessThan(10);
    socket.end();
    void over.then(() => queues.stdout.end());
    expect((await bytesOf(queues.stdout)).length).toBe((written + 1) * 1024);
  });

  test("reads on while nobody reads stderr", async () => {
    const socket = new PassThrough({ highWaterMark: 1024 });
    const queues = streams();
    const over = demultiplex(socket, new Uint8Array(), queues);
    for (let count = 0; count < 100; count += 1) socket.write(frame(2, Buffer.alloc(1024)));
    socket.end(frame(1, Buffer.from("done")));
    await over;
    queues.stdout.end();
    expect((await bytesOf(queues.stdout)).toString()).toBe("done");
  });

  test("fails when the stream breaks off inside a frame", async () => {
    const socket = new PassThrough();
    const over = demultiplex(socket, new Uint8Array(), streams());
    socket.end(frame(1, Buffer.from("half")).subarray(0, 10));
    await expect(over).rejects.toThrow("broke off");
  });

  test("fails when the stream is closed without an end", async () => {
    const socket = new PassThrough();
    const over = demultiplex(socket, new Uint8Array(), streams());
    socket.destroy();
    await expect(over).rejects.toThrow("closed");
  });

  test("lets go of a stream that is none", async () => {
    const socket = new PassThrough();
    const over = demultiplex(socket, new Uint8Array(), streams());
    socket.write("this is no frame");
    await expect(over).rejects.toThrow("no frame");
    expect(socket.destroyed).toBe(true);
  });
});
