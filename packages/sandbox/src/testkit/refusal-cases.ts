import assert from "node:assert/strict";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { rejectsWith } from "./rejects-with.ts";
import { output } from "./streams.ts";

/** What cannot be run, and what makes no sense. */
export function refusalCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs } = kit;
  return [
    define("T33", "says at once that a program or directory is missing", ["exec"], async () => {
      await using session = await open();
      await failsToRun(session.exec(programs.missing()));
      await failsToRun(session.exec({ ...programs.cat(), cwd: `${session.workdir}/no/such/directory` }));
    }),
    define("T33b", "refuses commands that make no sense", ["exec"], async () => {
      await using session = await open();
      await rejectsWith(session.exec({ command: "" }), "invalid_argument");
      await rejectsWith(session.exec({ command: "a\0b" }), "invalid_argument");
      await rejectsWith(session.exec({ command: "a", args: ["\0"] }), "invalid_argument");
      await rejectsWith(session.exec({ command: "a", env: { "A=B": "" } }), "invalid_argument");
      await rejectsWith(session.exec({ ...programs.cat(), cwd: "../../up" }), "invalid_path");
      for (const timeoutMs of [0, -1, Number.NaN, 2 ** 31]) {
        await rejectsWith(session.exec(programs.cat(), { timeoutMs }), "invalid_argument");
      }
    }),
    define("T33g", "refuses what has the wrong type, and goes on", ["exec"], async () => {
      const session = await open();
      try {
        for (const command of [null, "cat", { command: "cat", args: null }, { command: "cat", cwd: 5 }])
          await rejectsWith(session.exec(command as never), "invalid_argument", "invalid_path");
        for (const options of [null, { signal: null }, { stdin: "text" }, { maxOutputBytes: Number.NaN }])
          await rejectsWith(session.exec(programs.cat(), options as never), "invalid_argument");
        assert.equal(await output(session, programs.args(["alive"])), "alive\0");
        // A close that is refused has closed nothing, and the next one does.
        for (const options of [null, { graceMs: Number.NaN }, { graceMs: -1 }])
          await rejectsWith(session.close(options as never), "invalid_argument");
        assert.equal(await output(session, programs.args(["alive"])), "alive\0");
      } finally {
        await session.close();
      }
      await rejectsWith(session.exec(programs.args([])), "closed");
    }),
  ];
}

/** A shell or an engine tells a missing program as exit code 126 or 127; others reject. Both are honest. */
async function failsToRun(result: Promise<{ readonly exitCode: number | null }>): Promise<void> {
  const code = await result.then(
    ({ exitCode }) => exitCode,
    (error: unknown) => error,
  );
  if (code === 126 || code === 127) return;
  await rejectsWith(Promise.reject(code), "spawn_failed");
}
