import { type McpError, McpProtocolError, OperationTimeoutError } from "@x/mcp-core";
import type { ExecResult } from "@x/sandbox";
import { exitFacts, howItEnded, lastWords } from "../pipe/process-end.ts";
import { driverCodes } from "./driver-command.ts";

/** What is known about a run that brought no answer. */
export interface FailedRun {
  readonly serverId: string;
  readonly result: ExecResult;
  /** The exit code of the server itself, where the driver told it. */
  readonly serverExit: number | undefined;
  /** Redacted. */
  readonly stderrTail: string;
  readonly handshakeMs: number;
  readonly answerMs: number;
}

/** What was found in the last line of stderr, and stderr without it. */
export function splitMark(
  stderr: Uint8Array,
  mark: string,
): { readonly text: Uint8Array; readonly exit?: number } {
  const bytes = Buffer.from(stderr);
  const at = bytes.lastIndexOf(`\n${mark} `);
  if (at === -1) return { text: stderr };
  return { text: bytes.subarray(0, at), exit: Number(bytes.subarray(at + mark.length + 2)) };
}

/** The error of a request whose process brought no answer, with what is known about whether it ran. */
export function failedRunError(run: FailedRun): McpError {
  const { serverId, result } = run;
  const what = `Server "${serverId}", run for one request,`;
  switch (result.reason === "exited" ? result.exitCode : undefined) {
    case driverCodes.endedInHandshake:
      return ended(run, "before the handshake was over", "not-sent");
    case driverCodes.endedInRequest:
      return ended(run, "before it answered", "unknown");
    case driverCodes.handshakeDeadline: {
      const timeoutMs = run.handshakeMs;
      return new OperationTimeoutError({
        deadline: "connect",
        timeoutMs,
        what,
        serverId,
        outcome: "not-sent",
      });
    }
    case driverCodes.answerDeadline: {
      const timeoutMs = run.answerMs;
      return new OperationTimeoutError({ deadline: "total", timeoutMs, what, serverId, outcome: "unknown" });
    }
    case driverCodes.noDriver:
      return new McpProtocolError({
        phase: "connect",
        code: "unsupported",
        message: `${what} needs bash, or sh with mkfifo, tee, grep, cat, rm and sleep and a writable TMPDIR. ${lastWords(run.stderrTail)}Use an image that has them, or a sandbox that can spawn.`,
        serverId,
        outcome: "not-sent",
      });
    default:
      return new McpProtocolError({
        phase: "call",
        code: "process_exited",
        message: `${what} ${howItEnded(result)} and brought no answer.`,
        serverId,
        outcome: "unknown",
        ...exitFacts(result, run.stderrTail),
      });
  }
}

function ended(run: FailedRun, when: string, outcome: "not-sent" | "unknown"): McpProtocolError {
  const { serverId, serverExit, stderrTail } = run;
  const missing = serverExit === 126 || serverExit === 127;
  const how = missing ? "could not be started" : `ended ${when}`;
  return new McpProtocolError({
    phase: outcome === "unknown" ? "call" : "connect",
    code: "process_exited",
    message: `The process of server "${serverId}" ${how}. ${lastWords(stderrTail)}Check its command, arguments and environment.`,
    serverId,
    outcome: missing ? "not-sent" : outcome,
    retryable: true,
    ...(serverExit === undefined ? {} : { exitCode: serverExit }),
    ...(stderrTail === "" ? {} : { stderrTail }),
  });
}
