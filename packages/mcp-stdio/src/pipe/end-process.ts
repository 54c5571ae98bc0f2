import type { Clock } from "@x/mcp-core";
import type { SandboxProcess } from "@x/sandbox";

/**
 * Ends a process the way 2025-11-25 basic/lifecycle "Shutdown" wants it: EOF, then SIGTERM, then SIGKILL. Half of the
 * grace belongs to each of the first two. Resolves when nothing of it is left.
 */
export async function endProcess(process: SandboxProcess, graceMs: number, clock: Clock): Promise<void> {
  // Neither may hold up the next step: a full pipe takes no EOF, a remote backend may hang.
  const eof = process.closeStdin().catch(() => undefined);
  if (await settlesWithin(Promise.all([eof, process.exit]), graceMs / 2, clock)) return;
  process.kill("SIGTERM").catch(() => undefined);
  if (await settlesWithin(process.exit, graceMs / 2, clock)) return;
  await process.kill("SIGKILL");
}

/** Whether a promise that never rejects settles within a while. Leaves no timer. */
export async function settlesWithin(promise: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  let cancel = (): void => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.after(ms, () => resolve(false));
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    cancel();
  }
}
