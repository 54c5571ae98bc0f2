import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { rejectsWith } from "./rejects-with.ts";
import { decode, encode, readAll, streamReader } from "./streams.ts";

/** A running program: bytes in, bytes out. */
export function streamCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs, options } = kit;
  return [
    define("T17", "answers line by line while the program runs", ["spawn"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.cat());
      const reader = streamReader(process.stdout);
      for (const line of ["one\n", "two\n", "three\n"]) {
        await process.writeStdin(encode(line));
        assert.equal(await reader.until("\n"), line);
      }
    }),
    define("T18", "keeps a thousand writes made at once in order", ["spawn", "close-stdin"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.cat());
      const lines = Array.from({ length: 1000 }, (_, index) => `${index}\n`);
      const text = readAll(process.stdout);
      await Promise.all(lines.map((line) => process.writeStdin(encode(line))));
      await process.closeStdin();
      assert.equal(decode(await text), lines.join(""));
    }),
    define("T19", "keeps an idle program alive", ["spawn"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.cat());
      await setTimeout(options.idleMs ?? 1000);
      await process.writeStdin(encode("still there\n"));
      assert.equal(await streamReader(process.stdout).until("\n"), "still there\n");
    }),
    define("T20", "carries bytes that are cut within a character", ["spawn", "close-stdin"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.cat());
      const text = "aé漢🧪".repeat(50);
      const received = readAll(process.stdout);
      for (const byte of encode(text)) await process.writeStdin(Uint8Array.of(byte));
      await process.closeStdin();
      assert.equal(decode(await received), text);
    }),
    define(
      "T21",
      "delivers the rest of the output after stdin was closed",
      ["spawn", "close-stdin"],
      async () => {
        await using session = await open();
        await using process = await session.spawn(programs.count());
        const chunk = new Uint8Array(100_000).fill(120);
        for (let index = 0; index < 30; index += 1) await process.writeStdin(chunk);
        await Promise.all([process.closeStdin(), process.closeStdin()]);
        assert.equal(decode(await readAll(process.stdout)).trim(), "3000000");
        assert.deepEqual(await process.exit, { reason: "exited", exitCode: 0 });
        await process.closeStdin();
        await rejectsWith(process.writeStdin(encode("late")), "closed");
      },
    ),
    define("T22", "carries lines of 1 and 16 MiB both ways", ["spawn", "close-stdin"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.cat());
      const received = readAll(process.stdout);
      const line = Buffer.alloc(16 * 1024 * 1024, "0123456789abcdef");
      line[line.length - 1] = 10;
      await process.writeStdin(line.subarray(15 * 1024 * 1024));
      await process.writeStdin(line);
      await process.closeStdin();
      const bytes = Buffer.from(await received);
      assert.equal(bytes.length, 17 * 1024 * 1024);
      assert.ok(bytes.subarray(1024 * 1024).equals(line), "the bytes come back unchanged");
    }),
  ];
}
