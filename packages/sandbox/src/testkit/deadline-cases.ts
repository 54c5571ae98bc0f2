import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { rejectsWith } from "./rejects-with.ts";
import { encode, heartBeats, heartStopped, output } from "./streams.ts";

/** Commands that are ended before they end by themselves. */
export function deadlineCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs, options } = kit;
  const deadline = (timeoutMs: number) => ({ timeoutMs: timeoutMs + (options.startMs ?? 0) });
  const tree = () => {
    const file = `beat-${randomUUID()}`;
    return { file, command: programs.tree(file) };
  };
  return [
    define("T11", "ends a command at its deadline", ["exec"], async () => {
      await using session = await open();
      const result = await session.exec(programs.stubborn(), deadline(500));
      assert.deepEqual([result.reason, result.exitCode], ["timeout", null]);
    }),
    define("T11b", "keeps what was printed before the deadline", ["exec", "timeout-output"], async () => {
      await using session = await open();
      const { stdout } = await session.exec(programs.stubborn(), deadline(500));
      assert.equal(Buffer.from(stdout).toString(), "ready\n");
    }),
    define("T12", "ends the whole tree at the deadline", ["exec", "kill-tree"], async () => {
      await using session = await open();
      const { file, command } = tree();
      const running = session.exec(command, deadline(1500));
      assert.ok(await heartBeats(kit, session, file), "the child runs before");
      assert.equal((await running).reason, "timeout");
      assert.ok(await heartStopped(kit, session, file), "the child is gone");
    }),
    define("T12b", "goes on after a deadline, with its files", ["exec", "exec-stdin"], async () => {
      await using session = await open();
      await session.exec(programs.writeFile("kept"), { stdin: encode("still here") });
      await session.exec(programs.idle(), deadline(200));
      assert.equal(await output(session, programs.readFile("kept")), "still here");
    }),
    define("T13", "runs nothing for a caller that has cancelled", ["exec", "exec-stdin"], async () => {
      await using session = await open();
      const reason = new Error("not wanted");
      const signal = AbortSignal.abort(reason);
      const command = programs.writeFile("never");
      const error = await rejectsWith(session.exec(command, { stdin: encode("x"), signal }), "cancelled");
      assert.equal(error.cause, reason);
      assert.notEqual((await session.exec(programs.readFile("never"))).exitCode, 0);
    }),
    define(
      "T13b",
      "ends the whole tree when the caller cancels, and goes on",
      ["exec", "kill-tree"],
      async () => {
        await using session = await open();
        const { file, command } = tree();
        const stop = new AbortController();
        const reason = new Error("enough");
        const running = session.exec(command, { signal: stop.signal });
        const rejected = rejectsWith(running, "cancelled");
        assert.ok(await heartBeats(kit, session, file), "the child runs before");
        stop.abort(reason);
        assert.equal((await rejected).cause, reason);
        assert.ok(await heartStopped(kit, session, file), "the child is gone");
      },
    ),
    define("T13c", "does not listen to a signal after the command has ended", ["exec"], async () => {
      await using session = await open();
      const stop = new AbortController();
      assert.equal((await session.exec(programs.exit(3), { signal: stop.signal })).exitCode, 3);
      stop.abort();
      assert.equal((await session.exec(programs.exit(4))).exitCode, 4);
    }),
    define("T16", "does not wait for children that keep the streams open", ["exec"], async () => {
      await using session = await open();
      const file = `beat-${randomUUID()}`;
      const result = await session.exec(programs.leaveBehind(file), { timeoutMs: 20_000 });
      assert.deepEqual([result.reason, result.exitCode], ["exited", 0]);
      assert.equal(Buffer.from(result.stdout).toString(), "done\n");
    }),
    define("T16b", "ends what a finished program left behind", ["spawn", "exec", "kill-tree"], async () => {
      await using session = await open();
      const file = `beat-${randomUUID()}`;
      const process = await session.spawn(programs.leaveBehind(file));
      assert.equal((await process.exit).exitCode, 0);
      await setTimeout(50);
      assert.ok(await heartStopped(kit, session, file), "the child is gone");
    }),
  ];
}
