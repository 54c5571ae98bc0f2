import assert from "node:assert/strict";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { decode, encode, output } from "./streams.ts";

/** What comes out of a command. */
export function resultCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs } = kit;
  return [
    define("T09", "reports every exit code as a result", ["exec"], async () => {
      await using session = await open();
      for (const exitCode of [0, 1, 42, 126, 127, 255]) {
        const result = await session.exec(programs.exit(exitCode));
        assert.deepEqual([result.reason, result.exitCode], ["exited", exitCode]);
      }
    }),
    define("T09b", "tells death by a signal from an exit code", ["exec", "exit-signal"], async () => {
      await using session = await open();
      const result = await session.exec(programs.suicide());
      assert.deepEqual([result.reason, result.exitCode, result.signal], ["signaled", null, "SIGKILL"]);
    }),
    define("T10", "keeps stdout and stderr apart", ["exec", "exec-stdin"], async () => {
      await using session = await open();
      const result = await session.exec(programs.catToStderr(), { stdin: encode("to stderr") });
      assert.deepEqual([decode(result.stdout), decode(result.stderr)], ["out", "to stderr"]);
    }),
    define("T10b", "keeps every byte value of both", ["exec", "exec-stdin", "binary"], async () => {
      await using session = await open();
      const stdin = Uint8Array.from({ length: 256 * 64 }, (_, index) => index & 255);
      const toOut = await session.exec(programs.cat(), { stdin });
      assert.deepEqual([Buffer.from(toOut.stdout).equals(stdin), toOut.stderr.length], [true, 0]);
      const toErr = await session.exec(programs.catToStderr(), { stdin });
      assert.ok(Buffer.from(toErr.stderr).equals(stdin), "stderr unchanged");
    }),
    define("T14", "keeps the first bytes of too long an output and says so", ["exec"], async () => {
      await using session = await open();
      const bytes = 3_000_000;
      const result = await session.exec(programs.flood("stdout", bytes), { maxOutputBytes: 1000 });
      assert.deepEqual([result.stdout.length, result.truncated], [1000, true]);
      const whole = await session.exec(programs.flood("stdout", bytes));
      assert.deepEqual([whole.stdout.length, whole.truncated, whole.exitCode], [bytes, false, 0]);
    }),
    define("T15", "keeps ten commands at the same time apart", ["exec"], async () => {
      await using session = await open();
      const words = Array.from({ length: 10 }, (_, index) => `word-${index}`);
      const all = await Promise.all(words.map((word) => output(session, programs.args([word]))));
      assert.deepEqual(
        all,
        words.map((word) => `${word}\0`),
      );
    }),
  ];
}
