import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { isSandboxError } from "../error.ts";
import { type SandboxFeature, sandboxFeatures } from "../feature.ts";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { hostProcessRuns } from "./host-processes.ts";
import { rejectsWith } from "./rejects-with.ts";
import { eventually, output, streamReader } from "./streams.ts";

/** Opening, closing, and what a session says about itself. */
export function sessionCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs, options } = kit;
  const runs = options.programRuns ?? hostProcessRuns;
  const backend: readonly SandboxFeature[] = options.unavailable === undefined ? ["backend"] : [];
  return [
    define("T01", "says truly what it can do", [], async () => {
      const sandbox = await kit.make();
      await using session = await sandbox.open();
      const missing = sandboxFeatures.filter((feature) => !session.features.has(feature));
      assert.deepEqual(missing, [...(options.missing ?? [])].sort(byOrder), "the declared missing features");
      for (const method of ["spawn", "exec", "files"] as const) {
        assert.equal(
          session[method] !== undefined,
          session.features.has(method),
          `${method} and its feature`,
        );
      }
      const executes = session.spawn !== undefined || session.exec !== undefined;
      assert.equal(session.executor, executes ? "available" : "unavailable");
      assert.equal(session.isolation, sandbox.isolation);
      assert.match(session.workdir, /^\//);
      assert.notEqual(session.id, "");
    }),
    define("T02", "refuses to open, with a remedy, when its backend is absent", backend, async () => {
      assert.ok(options.unavailable, 'the option "unavailable" is needed');
      const sandbox = await options.unavailable();
      await assert.rejects(sandbox.open(), (error: unknown) => {
        assert.ok(isSandboxError(error));
        assert.equal(error.code, "unavailable");
        assert.ok(error.remedy, "a remedy");
        return true;
      });
    }),
    define("T03", "closes once for all callers, and does nothing afterwards", [], async () => {
      const session = await open();
      const first = session.close();
      assert.equal(session.close(), first);
      await first;
      await session.close();
      await session[Symbol.asyncDispose]();
      if (session.features.has("spawn")) await rejectsWith(session.spawn(programs.cat()), "closed");
      if (session.features.has("exec")) await rejectsWith(session.exec(programs.cat()), "closed");
      if (session.features.has("files")) await rejectsWith(session.files.read("a"), "closed");
    }),
    define("T03b", "opens nothing for a caller that has cancelled", [], async () => {
      const sandbox = await kit.make();
      await rejectsWith(sandbox.open({ signal: AbortSignal.abort(new Error("gone")) }), "cancelled");
    }),
    define("T04", "keeps the files of two sessions apart", ["exec", "session-files"], async () => {
      const sandbox = await kit.make();
      await using one = await sandbox.open();
      await using two = await sandbox.open();
      assert.notEqual(one.id, two.id);
      await one.exec?.(programs.writeFile("mine"), { stdin: new Uint8Array([1]) });
      const mine = await one.exec?.(programs.readFile("mine"));
      assert.equal(mine?.stdout.length, 1);
      const other = await two.exec?.(programs.readFile("mine"));
      assert.equal(other?.stdout.length, 0);
      assert.notEqual(other?.exitCode, 0);
    }),
    define(
      "T36",
      "leaves no process of any kind behind when it is closed",
      ["spawn", "kill-tree"],
      async () => {
        const marker = `m${randomUUID()}`;
        const session = await open();
        const tree = await session.spawn(programs.tree(marker));
        await streamReader(tree.stdout).until("ready\n");
        const starting = session.spawn(programs.tree(marker)).catch((error: unknown) => error);
        assert.ok(await eventually(() => runs(marker), 3000), "the program runs before");
        await session.close({ graceMs: 50 });
        assert.equal(await runs(marker), false, "nothing runs after close()");
        const late = await starting;
        if (late instanceof Error) assert.ok(isSandboxError(late));
        assert.equal((await tree.exit).reason, "killed");
      },
    ),
    define("T36b", "can be closed while a command runs", ["exec"], async () => {
      const session = await open();
      const running = session.exec(programs.idle()).catch((error: unknown) => error);
      assert.equal(await output(session, programs.exit(0)), "");
      await session.close({ graceMs: 50 });
      const result = await running;
      if (isSandboxError(result)) assert.equal(result.code, "closed");
      else assert.notEqual((result as { reason: string }).reason, "exited");
    }),
  ];
}

function byOrder(a: SandboxFeature, b: SandboxFeature): number {
  return sandboxFeatures.indexOf(a) - sandboxFeatures.indexOf(b);
}
