import { systemTimer } from "./deadline.ts";
import { onAbort } from "./on-abort.ts";
import type { ExecResult } from "./process.ts";
import type { ExecOptions } from "./sandbox.ts";
import type { SeedExecResult } from "./seed-session.ts";

const defaultMaxOutputBytes = 10 * 1024 * 1024;

/** Runs a command whose output is text under our deadline, whether or not the session keeps one itself. */
export async function execText(
  run: (signal: AbortSignal) => Promise<SeedExecResult>,
  { timeoutMs, maxOutputBytes = defaultMaxOutputBytes, signal }: ExecOptions,
): Promise<ExecResult> {
  const stop = new AbortController();
  let late = false;
  const forget = onAbort(signal, () => stop.abort(signal?.reason));
  const cancelTimer =
    timeoutMs === undefined
      ? undefined
      : systemTimer(timeoutMs, () => {
          late = true;
          stop.abort(new Error("The deadline has passed."));
        });
  try {
    const result = await run(stop.signal);
    const [stdout, stderr] = [cut(result.stdout, maxOutputBytes), cut(result.stderr, maxOutputBytes)];
    return {
      reason: result.exitCode === null ? "unknown" : "exited",
      exitCode: result.exitCode,
      stdout: stdout.bytes,
      stderr: stderr.bytes,
      truncated: stdout.truncated || stderr.truncated,
    };
  } catch (error) {
    if (!late) throw error;
    const none = new Uint8Array();
    return { reason: "timeout", exitCode: null, stdout: none, stderr: none, truncated: false };
  } finally {
    forget();
    cancelTimer?.();
  }
}

function cut(text: string, maxBytes: number): { readonly bytes: Uint8Array; readonly truncated: boolean } {
  const bytes = new TextEncoder().encode(text);
  return { bytes: bytes.subarray(0, maxBytes), truncated: bytes.length > maxBytes };
}
