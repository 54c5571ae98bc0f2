import type { Command } from "@x/sandbox";
import { bashDriver } from "./bash-driver.ts";
import { shDriver } from "./sh-driver.ts";

/** What a driver is told. */
export interface DriverRequest {
  /** The server. */
  readonly server: Command;
  /** The id of the `initialize` that goes before; "" where the request needs none. */
  readonly openingId: string;
  readonly requestId: string;
  readonly handshakeMs: number;
  readonly answerMs: number;
  /** From EOF to SIGKILL. */
  readonly graceMs: number;
  /** Begins the last line of stderr, which holds the exit code of the server. */
  readonly mark: string;
}

/** The exit codes of the drivers. */
export const driverCodes = {
  endedInHandshake: 91,
  handshakeDeadline: 92,
  endedInRequest: 93,
  answerDeadline: 94,
  noDriver: 95,
} as const;

/** Bash if the sandbox has it, else its sh. An old bash goes on to sh by itself. */
const select = `
bash=$1 sh=$2; shift 2
command -v bash >/dev/null 2>&1 && exec bash --noprofile --norc -c "$bash" mcp-one-shot "$sh" "$@"
exec sh -c "$sh" mcp-one-shot "$@"`;

/** The command that runs one request on one process. */
export function driverCommand(request: DriverRequest): Command {
  const { server, openingId, requestId, handshakeMs, answerMs, graceMs, mark } = request;
  const halfSeconds = (ms: number): string => String(Math.ceil(Math.min(ms, 2 ** 31) / 500) + 1);
  // The grace belongs to EOF and to SIGTERM by half; a poll is 50 ms.
  const polls = String(Math.ceil(graceMs / 100));
  return {
    ...server,
    command: "sh",
    args: [
      ...["-c", select, "mcp-one-shot", bashDriver, shDriver],
      ...[halfSeconds(handshakeMs), halfSeconds(answerMs), polls, mark, openingId, requestId],
      server.command,
      ...(server.args ?? []),
    ],
  };
}
