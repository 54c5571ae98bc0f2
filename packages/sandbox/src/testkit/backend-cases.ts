import assert from "node:assert/strict";
import type { SandboxProcess } from "../process.ts";
import type { ContractBackend, ContractCase, ContractKit, ContractSession } from "./contract-kit.ts";
import { rejectsWith } from "./rejects-with.ts";
import { encode, eventually, readAll, streamReader } from "./streams.ts";

/** Backends that are lost, hang, or are changed from outside. */
export function backendCases(kit: ContractKit): ContractCase[] {
  const { define, programs, options } = kit;
  const withProcess = async (
    run: (process: SandboxProcess, backend: ContractBackend, session: ContractSession) => Promise<void>,
  ): Promise<void> => {
    const sandbox = await kit.make();
    assert.ok(options.backend, 'the option "backend" is needed');
    const backend = options.backend(sandbox);
    const session = (await sandbox.open()) as ContractSession;
    try {
      const process = await session.spawn(programs.cat());
      await process.writeStdin(encode("up\n"));
      await run(process, backend, session);
    } finally {
      await backend.restore();
      await session.close({ graceMs: 100 });
    }
  };
  return [
    define("T31", "reports a lost backend: streams fail, `exit` says so", ["spawn", "backend"], () =>
      withProcess(async (process, backend, session) => {
        await streamReader(process.stdout).until("up\n");
        const rest = rejectsWith(readAll(process.stdout), "state_lost");
        await backend.stop();
        await rest;
        assert.deepEqual(await process.exit, { reason: "backend-lost", exitCode: null });
        await rejectsWith(process.writeStdin(encode("x")), "state_lost", "closed");
        await rejectsWith(session.spawn(programs.cat()), "unavailable", "state_lost");
      }),
    ),
    define("T32", "notices that a program was ended from outside", ["spawn", "backend"], () =>
      withProcess(async (process, backend) => {
        await backend.vanish(process);
        const exit = await process.exit;
        assert.notEqual(exit.reason, "exited");
        assert.notEqual(exit.reason, "killed");
        assert.equal(exit.exitCode, null);
      }),
    ),
    define("T34", "gives up on a backend that does not answer", ["spawn", "backend"], () =>
      withProcess(async (_process, backend, session) => {
        await backend.hang();
        await rejectsWith(session.spawn(programs.cat()), "timeout", "unavailable");
        const stop = new AbortController();
        const waiting = rejectsWith(session.spawn(programs.cat(), { signal: stop.signal }), "cancelled");
        stop.abort();
        await waiting;
      }),
    ),
    define("T37", "leaves nothing when the host process is killed", ["parent-death"], async () => {
      assert.ok(options.parentDeath, 'the option "parentDeath" is needed');
      const parent = await options.parentDeath();
      assert.ok(await eventually(() => parent.programRuns(), 10_000), "the program runs before");
      await parent.kill();
      const gone = async (): Promise<boolean> => !(await parent.programRuns());
      if (await eventually(gone, 5000)) return;
      const sandbox = await kit.make();
      await sandbox.sweep?.();
      assert.ok(await gone(), "the program is gone after sweep()");
    }),
  ];
}
