import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { rejectsWith } from "./rejects-with.ts";
import { encode, readAll } from "./streams.ts";

/** How streams end. */
export function streamEndCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs } = kit;
  return [
    define("T23", "settles `exit` after the last byte", ["spawn", "close-stdin"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.cat());
      const body = new Uint8Array(100_000).fill(65);
      await process.writeStdin(body);
      await process.closeStdin();
      await process.exit;
      // Everything has arrived, so it is there at once.
      const bytes = await Promise.race([readAll(process.stdout), setTimeout(500, undefined)]);
      assert.equal(bytes?.length, body.length);
      assert.equal((await readAll(process.stderr)).length, 0);
    }),
    define("T23b", "fails writes to a program that has ended", ["spawn"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.exit(5));
      assert.deepEqual(await process.exit, { reason: "exited", exitCode: 5 });
      await rejectsWith(process.writeStdin(encode("x")), "closed");
      await process.closeStdin();
    }),
    define("T23d", "settles `closeStdin` whenever the program ends", ["spawn"], async () => {
      await using session = await open();
      const close = async (delayMs: number): Promise<void> => {
        await using process = await session.spawn(programs.exit(0));
        await setTimeout(delayMs);
        await process.closeStdin().catch(() => {});
        assert.equal((await process.exit).exitCode, 0);
      };
      await Promise.all([0, 0, 1, 2, 5, 10, 20, 50].map(close));
    }),
    define("T23c", "gives up the rest when its reader leaves", ["spawn", "close-stdin"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.flood("stdout", 4_000_000));
      for await (const chunk of process.stdout) if (chunk.length > 0) break;
      assert.equal((await process.exit).exitCode, 0);
    }),
  ];
}
