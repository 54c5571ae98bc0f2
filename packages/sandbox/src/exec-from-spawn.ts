import { checkSandboxOptions } from "./check-sandbox-options.ts";
import { systemTimer, type Timer } from "./deadline.ts";
import { cancelledError, SandboxError } from "./error.ts";
import { onAbort } from "./on-abort.ts";
import type { ExecResult, SandboxProcess } from "./process.ts";
import type { SandboxSession } from "./sandbox.ts";

const defaultMaxOutputBytes = 10 * 1024 * 1024;
// How a kill at the deadline may look; a program that returned by itself just before it keeps its own reason.
const killReasons = new Set<string>(["killed", "signaled", "unknown"]);

/**
 * Makes `exec` of `spawn`, so that an adapter writes one method. It writes `stdin`, then EOF; keeps the first
 * `maxOutputBytes` of each stream; and kills the whole tree at the deadline or when the signal is aborted.
 */
export function execFromSpawn(
  spawn: NonNullable<SandboxSession["spawn"]>,
  timer: Timer = systemTimer,
): NonNullable<SandboxSession["exec"]> {
  return async (command, options = {}) => {
    checkSandboxOptions(options);
    const { signal, timeoutMs, maxOutputBytes = defaultMaxOutputBytes, purpose } = options;
    if (signal?.aborted) throw cancelledError(signal);
    const stop = new AbortController();
    let why: "timeout" | "cancelled" | undefined;
    const end = (reason: "timeout" | "cancelled"): void => {
      why ??= reason;
      stop.abort();
    };
    const forget = onAbort(signal, () => end("cancelled"));
    const cancelTimer = timeoutMs === undefined ? undefined : timer(timeoutMs, () => end("timeout"));
    try {
      const process = await spawn(command, { signal: stop.signal, ...(purpose && { purpose }) });
      const result = await runToEnd(process, { stop: stop.signal, stdin: options.stdin, maxOutputBytes });
      if (why === "cancelled" && signal !== undefined) throw cancelledError(signal);
      return why === "timeout" && killReasons.has(result.reason) ? { ...result, reason: "timeout" } : result;
    } catch (error) {
      throw why === undefined ? error : startEnded(why, signal, error);
    } finally {
      forget();
      cancelTimer?.();
    }
  };
}

async function runToEnd(
  process: SandboxProcess,
  o: { readonly stop: AbortSignal; readonly stdin: Uint8Array | undefined; readonly maxOutputBytes: number },
): Promise<ExecResult> {
  let killing: Promise<void> | undefined;
  const forget = onAbort(o.stop, () => {
    killing = process.kill("SIGKILL");
    // Awaited below; a failure there must not be called unhandled meanwhile.
    killing.catch(() => {});
  });
  try {
    const [stdout, stderr] = await Promise.all([
      collect(process.stdout, o.maxOutputBytes),
      collect(process.stderr, o.maxOutputBytes),
      feed(process, o.stdin),
    ]);
    await killing;
    const exit = await process.exit;
    return {
      ...exit,
      stdout: stdout.bytes,
      stderr: stderr.bytes,
      truncated: stdout.truncated || stderr.truncated,
    };
  } finally {
    forget();
    // Nothing is left even if a stream failed.
    await process.kill("SIGKILL");
  }
}

async function feed(process: SandboxProcess, stdin: Uint8Array | undefined): Promise<void> {
  try {
    if (stdin !== undefined && stdin.length > 0) await process.writeStdin(stdin);
    await process.closeStdin();
  } catch (error) {
    // A program may end without reading its input; that is no failure of the call.
    if (!(error instanceof SandboxError && error.code === "closed")) throw error;
  }
}

async function collect(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let truncated = false;
  for await (const chunk of stream) {
    const kept = chunk.subarray(0, maxBytes - length);
    if (kept.length < chunk.length) truncated = true;
    if (kept.length === 0) continue;
    chunks.push(kept);
    length += kept.length;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return { bytes, truncated };
}

function startEnded(why: "timeout" | "cancelled", signal: AbortSignal | undefined, error: unknown): unknown {
  if (error instanceof SandboxError && error.code !== "cancelled") return error;
  if (why === "cancelled" && signal !== undefined) return cancelledError(signal);
  return new SandboxError("timeout", {
    message: "The deadline passed before the program had started. Raise timeoutMs, or look at the backend.",
    cause: error,
  });
}
