import type { Clock } from "@x/mcp-core";
import { isSandboxError, type SandboxSession } from "@x/sandbox";

/** A backend that does not even refuse is no reason to wait with the news that a process ended. */
const askMs = 1000;

/** Whether a session is closed. Never rejects; one that does not say counts as open. */
export async function isSessionClosed(session: SandboxSession, clock: Clock): Promise<boolean> {
  let cancel = (): void => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.after(askMs, () => resolve(false));
  });
  try {
    return await Promise.race([refusesAsClosed(session), late]);
  } finally {
    cancel();
  }
}

/** Nothing is started: an aborted start is refused as cancelled by an open session, as closed by a closed one. */
async function refusesAsClosed(session: SandboxSession): Promise<boolean> {
  const command = { command: "true" };
  const signal = AbortSignal.abort();
  try {
    const started = await (session.spawn?.(command, { signal }) ?? session.exec?.(command, { signal }));
    // A session that breaks the contract has started it all the same.
    if (started !== undefined && "kill" in started) await started.kill("SIGKILL");
    return false;
  } catch (error) {
    return isSandboxError(error) && (error.code === "closed" || error.code === "state_lost");
  }
}
