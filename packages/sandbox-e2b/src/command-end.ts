import type { ProcessEnd } from "@x/sandbox";
import type { CommandHandle } from "./e2b-client.ts";

// The service names signals as Go does.
const signals: Readonly<Record<string, string>> = {
  killed: "SIGKILL",
  terminated: "SIGTERM",
  hangup: "SIGHUP",
  interrupt: "SIGINT",
  aborted: "SIGABRT",
  "segmentation fault": "SIGSEGV",
};

/**
 * Waits for a command. An exit code other than 0 is an error to the SDK, and none here.
 *
 * @throws what the SDK throws when the stream was lost.
 */
export async function commandEnd(handle: CommandHandle): Promise<ProcessEnd> {
  try {
    return toEnd(await handle.wait());
  } catch (error) {
    if (!isExit(error)) throw error;
    return toEnd(error);
  }
}

function toEnd({ exitCode, error = "" }: { readonly exitCode: number; readonly error?: string }): ProcessEnd {
  if (exitCode >= 0) return { exitCode };
  const word = /^signal: ([a-z ]+)/.exec(error)?.[1]?.replace(" (core dumped)", "").trim();
  if (word === undefined) return { exitCode: null, reason: "unknown" };
  const signal = signals[word];
  return signal === undefined ? { exitCode: null, reason: "signaled" } : { exitCode: null, signal };
}

function isExit(error: unknown): error is { readonly exitCode: number; readonly error?: string } {
  return error instanceof Error && error.name === "CommandExitError" && "exitCode" in error;
}
