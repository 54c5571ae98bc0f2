import { isSandboxError, type SandboxSession } from "@x/sandbox";

/**
 * Whether a session is closed, asked without starting anything: a start whose signal is aborted from the beginning is
 * refused by an open session as cancelled, by a closed one as closed.
 */
export async function isSessionClosed(session: SandboxSession): Promise<boolean> {
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
