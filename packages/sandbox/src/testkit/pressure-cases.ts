import assert from "node:assert/strict";
import { memoryUsage } from "node:process";
import { setTimeout } from "node:timers/promises";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { rejectsWith } from "./rejects-with.ts";
import { decode, readAll, staysPending } from "./streams.ts";

const MiB = 1024 * 1024;

/** Streams that nobody reads. */
export function pressureCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs } = kit;
  return [
    define("T26", "does not let an unread stderr hold up stdout", ["spawn"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.flood("stderr", 10 * MiB));
      assert.equal(decode(await readAll(process.stdout)), "done");
      assert.equal((await process.exit).exitCode, 0);
    }),
    define("T27", "holds up a program whose stdout is not read, in bounded memory", ["spawn"], async () => {
      await using session = await open();
      const before = buffers();
      await using process = await session.spawn(programs.flood("stdout", 200 * MiB));
      assert.ok(await staysPending(process.exit, 700), "the program waits");
      assert.ok(buffers() - before < 32 * MiB, "the memory stays bounded");
      let bytes = 0;
      for await (const chunk of process.stdout) {
        bytes += chunk.length;
        if (bytes > 20 * MiB) break;
      }
      assert.ok(bytes > 20 * MiB, "it goes on when it is read");
      await process.kill("SIGKILL");
    }),
    define("T28", "holds up a writer whose program does not read", ["spawn"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.idle());
      const chunk = new Uint8Array(256 * 1024);
      let waiting: Promise<void> | undefined;
      for (let index = 0; index < 128 && waiting === undefined; index += 1) {
        const write = process.writeStdin(chunk);
        if ((await Promise.race([write.then(() => "done"), setTimeout(1000, "waits")])) === "waits")
          waiting = write;
      }
      assert.ok(waiting, "a write waits before 32 MiB are taken");
      const rejected = rejectsWith(waiting, "closed");
      await process.kill("SIGKILL");
      await rejected;
    }),
  ];
}

function buffers(): number {
  const { arrayBuffers, external } = memoryUsage();
  return arrayBuffers + external;
}
