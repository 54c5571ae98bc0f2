import type { JsonRpcMessage, McpError } from "@x/mcp-core";
import type { Command, SandboxSession } from "@x/sandbox";
import { createMessageReader } from "../framing/message-reader.ts";
import { overlongError, unreadableError } from "../pipe/wire-errors.ts";
import type { Redactor } from "../stderr/redactor.ts";
import { createStderrLog } from "../stderr/stderr-log.ts";
import { driverCommand } from "./driver-command.ts";
import { failedRunError, splitMark } from "./one-shot-outcome.ts";
import type { OneShotPlan } from "./one-shot-plan.ts";

/** How and where requests are run. */
export interface OneShotSettings {
  readonly exec: NonNullable<SandboxSession["exec"]>;
  readonly server: Command;
  readonly serverId: string;
  readonly redact: Redactor;
  readonly maxMessageBytes: number;
  readonly handshakeMs: number;
  readonly answerMs: number;
  readonly graceMs: number;
}

/** What one process brought. */
export interface OneShotResult {
  /** The answer, or why there is none. */
  readonly answer: JsonRpcMessage | { readonly failure: McpError };
  /** Its notices of progress: history by now. */
  readonly progress: readonly JsonRpcMessage[];
  readonly noiseBytes: number;
  /** Sizes of lines that were too long. */
  readonly overlong: readonly number[];
  /** Redacted. */
  readonly stderr: string;
}

/** What a server may write beside one message of the largest size. */
const slackBytes = 1024 * 1024;

/**
 * Runs one request on one process.
 *
 * @throws SandboxError where the process could not be run.
 */
export async function runOneShot(
  settings: OneShotSettings,
  plan: OneShotPlan,
  mark: string,
  signal: AbortSignal,
): Promise<OneShotResult> {
  const { exec, serverId, redact, maxMessageBytes, handshakeMs, answerMs } = settings;
  const command = driverCommand({
    ...settings,
    openingId: plan.openingId,
    requestId: String(plan.requestId),
    mark,
  });
  const stdin = new TextEncoder().encode(`${plan.lines.join("\n")}\n`);
  const result = await exec(command, { stdin, signal, maxOutputBytes: maxMessageBytes + slackBytes });

  const stderr = createStderrLog(redact);
  const { text, exit: serverExit } = splitMark(result.stderr, mark);
  const shown = stderr.add(text) + stderr.end();
  const found = readOutput(result.stdout, plan, settings);
  const failure =
    found.failure ??
    (result.truncated
      ? overlongError(serverId, result.stdout.length, maxMessageBytes)
      : failedRunError({ serverId, result, serverExit, stderrTail: stderr.tail(), handshakeMs, answerMs }));
  return {
    answer: found.answer ?? { failure },
    progress: found.progress,
    noiseBytes: found.noiseBytes,
    overlong: found.overlong,
    stderr: shown,
  };
}

interface Found {
  answer: JsonRpcMessage | undefined;
  failure: McpError | undefined;
  noiseBytes: number;
  readonly progress: JsonRpcMessage[];
  readonly overlong: number[];
}

function readOutput(stdout: Uint8Array, { requestId }: OneShotPlan, settings: OneShotSettings): Found {
  const { serverId, maxMessageBytes } = settings;
  const found: Found = { answer: undefined, failure: undefined, noiseBytes: 0, progress: [], overlong: [] };
  const read = createMessageReader(maxMessageBytes, {
    message(message) {
      if (message.id === requestId && message.method === undefined) found.answer ??= message;
      // Nothing else of a process that has ended concerns anybody: its list changes least of all.
      else if (message.method === "notifications/progress") found.progress.push(message);
    },
    noise(bytes) {
      found.noiseBytes += bytes;
    },
    overlong(bytes, id) {
      found.overlong.push(bytes);
      if (id === requestId) found.failure ??= overlongError(serverId, bytes, maxMessageBytes);
    },
    unreadable(id) {
      if (id === requestId) found.failure ??= unreadableError(serverId);
    },
  });
  read(stdout);
  return found;
}
