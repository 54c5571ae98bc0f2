import { McpProtocolError, type McpProtocolErrorInit } from "@x/mcp-core";
import type { ProcessExit } from "@x/sandbox";

/** What is known about a process that ended by itself. */
export interface ProcessEndFacts {
  readonly serverId: string;
  readonly exit: ProcessExit;
  /** Redacted. */
  readonly stderrTail: string;
  /** Whether it had been used: before that, its last words say why it does not start. */
  readonly used: boolean;
}

/** The error of a wire whose process ended by itself. */
export function processEndError(facts: ProcessEndFacts): McpProtocolError {
  const { serverId, exit, stderrTail, used } = facts;
  const hint = used
    ? "It is started again for the next call."
    : `${lastWords(stderrTail)}Check its command, arguments and environment.`;
  return new McpProtocolError({
    phase: used ? "call" : "connect",
    code: "process_exited",
    message: `The process of server "${serverId}" ${howItEnded(exit)}. ${hint}`,
    serverId,
    retryable: true,
    ...exitFacts(exit, stderrTail),
  });
}

/** The error of a wire whose process lives and no longer talks. */
export function pipeBrokenError(
  facts: Omit<ProcessEndFacts, "exit"> & { readonly pipe: "stdin" | "stdout"; readonly cause?: unknown },
): McpProtocolError {
  const { serverId, pipe, stderrTail, used, cause } = facts;
  return new McpProtocolError({
    phase: used ? "call" : "connect",
    message: `The process of server "${serverId}" closed its ${pipe}, so it cannot be talked to. It is ended, and started again for the next call.`,
    serverId,
    retryable: true,
    ...(stderrTail === "" ? {} : { stderrTail }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The part of an error that tells how a process ended. */
export function exitFacts(
  exit: ProcessExit,
  stderrTail: string,
): Pick<McpProtocolErrorInit, "exitCode" | "signal" | "stderrTail"> {
  return {
    ...(exit.exitCode === null ? {} : { exitCode: exit.exitCode }),
    ...(exit.signal === undefined ? {} : { signal: exit.signal }),
    ...(stderrTail === "" ? {} : { stderrTail }),
  };
}

/** How a process ended, as the rest of a sentence. */
export function howItEnded({ reason, exitCode, signal }: ProcessExit): string {
  switch (reason) {
    case "exited":
      return `exited with code ${exitCode}`;
    case "oom":
      return "was ended for the memory it used";
    case "timeout":
      return "was ended by its deadline";
    case "backend-lost":
      return "was lost with the backend of its sandbox";
    case "unknown":
      return "ended, and its sandbox does not say how";
    default:
      return signal === undefined ? "was ended by a signal" : `was ended by ${signal}`;
  }
}

/** The end of stderr as a sentence: what most often says why a server does not start. */
export function lastWords(stderrTail: string): string {
  const lines = stderrTail.trimEnd().split("\n").slice(-3).join("\n");
  return lines === "" ? "" : `Its last words on stderr: ${lines.slice(-400)}\n`;
}
