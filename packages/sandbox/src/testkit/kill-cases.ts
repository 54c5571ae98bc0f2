import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { rejectsWith } from "./rejects-with.ts";
import { heartBeats, heartStopped, output, staysPending, streamReader } from "./streams.ts";

/** Ending programs. */
export function killCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs } = kit;
  return [
    define("T24", "never rejects `exit`", ["spawn"], async () => {
      await using session = await open();
      const killed = await session.spawn(programs.idle());
      await killed.kill("SIGKILL");
      assert.equal((await killed.exit).reason, "killed");
      const failed = await session.spawn(programs.exit(9));
      assert.deepEqual(await failed.exit, { reason: "exited", exitCode: 9 });
    }),
    define("T29", "lets a program handle SIGTERM", ["spawn", "signal-term"], async () => {
      await using session = await open();
      await using process = await session.spawn(programs.graceful());
      const reader = streamReader(process.stdout);
      await reader.until("ready\n");
      await process.kill("SIGTERM");
      assert.equal(await reader.until("term\n"), "term\n");
      assert.deepEqual(await process.exit, { reason: "exited", exitCode: 7 });
    }),
    define("T29b", "can be killed twice, and after the end", ["spawn"], async () => {
      await using session = await open();
      const process = await session.spawn(programs.stubborn());
      await streamReader(process.stdout).until("ready\n");
      await Promise.all([process.kill("SIGKILL"), process.kill("SIGKILL")]);
      assert.equal((await process.exit).reason, "killed");
      await process.kill("SIGTERM");
      await process.kill("SIGKILL");
      await process[Symbol.asyncDispose]();
    }),
    define("T29c", "has ended when SIGKILL resolves", ["spawn"], async () => {
      await using session = await open();
      const process = await session.spawn(programs.stubborn());
      await streamReader(process.stdout).until("ready\n");
      let ended = false;
      void process.exit.then(() => {
        ended = true;
      });
      await process.kill("SIGKILL");
      assert.ok(ended);
    }),
    define("T29d", "kills the whole tree", ["spawn", "exec", "kill-tree"], async () => {
      await using session = await open();
      const file = `beat-${randomUUID()}`;
      const process = await session.spawn(programs.tree(file));
      assert.ok(await heartBeats(kit, session, file), "the child runs before");
      await process.kill("SIGKILL");
      assert.ok(await heartStopped(kit, session, file), "the child is gone");
    }),
    define("T30", "ends a program that ignores SIGTERM when the session is closed", ["spawn"], async () => {
      const session = await open();
      const process = await session.spawn(programs.stubborn());
      await streamReader(process.stdout).until("ready\n");
      if (session.features.has("signal-term")) {
        await process.kill("SIGTERM");
        assert.ok(await staysPending(process.exit, 300), "SIGTERM does not end it");
      }
      await session.close({ graceMs: 100 });
      assert.equal((await process.exit).reason, "killed");
    }),
    define("T33c", "fails to spawn what is missing", ["spawn"], async () => {
      await using session = await open();
      await rejectsWith(session.spawn(programs.missing()), "spawn_failed");
      const cwd = `${session.workdir}/no/such/directory`;
      await rejectsWith(session.spawn({ ...programs.cat(), cwd }), "spawn_failed");
    }),
    define("T33d", "starts nothing for a caller that has cancelled", ["spawn"], async () => {
      await using session = await open();
      const reason = new Error("not wanted");
      const signal = AbortSignal.abort(reason);
      const error = await rejectsWith(session.spawn(programs.cat(), { signal }), "cancelled");
      assert.equal(error.cause, reason);
    }),
    define("T33e", "does not tie a running program to the signal of its start", ["spawn"], async () => {
      await using session = await open();
      const stop = new AbortController();
      await using process = await session.spawn(programs.cat(), { signal: stop.signal });
      stop.abort();
      assert.ok(await staysPending(process.exit, 200), "it runs on");
      await process.writeStdin(new Uint8Array([10]));
      await streamReader(process.stdout).until("\n");
    }),
    define("T35", "leaves nothing after many short programs", ["spawn", "exec"], async () => {
      await using session = await open();
      const before = await handles();
      for (let index = 0; index < 20; index += 1) {
        const process = await session.spawn(programs.idle());
        await process.kill("SIGKILL");
      }
      assert.equal(await output(session, programs.args(["alive"])), "alive\0");
      const after = await handles();
      assert.ok(after - before < 5, `handles grew from ${before} to ${after}`);
    }),
  ];
}

async function handles(): Promise<number> {
  // Streams are torn down a turn or two after the process has ended.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return process.getActiveResourcesInfo().length;
}
