import type { Clock, McpEventBody, McpWire, McpWireHandlers } from "@x/mcp-core";
import type { ProcessExit, SandboxProcess } from "@x/sandbox";
import { createMessageReader } from "../framing/message-reader.ts";
import type { Redactor } from "../stderr/redactor.ts";
import { createStderrLog } from "../stderr/stderr-log.ts";
import { endProcess, settlesWithin } from "./end-process.ts";
import { pipeBrokenError, processEndError } from "./process-end.ts";
import { forEachChunk, readStderr } from "./read-chunks.ts";
import { notOpenError, overlongError, unreadableError } from "./wire-errors.ts";
import { createWriteQueue } from "./write-queue.ts";

/** What a pipe wire is made of. */
export interface PipeWireOptions {
  readonly process: SandboxProcess;
  readonly serverId: string;
  readonly clock: Clock;
  readonly maxMessageBytes: number;
  /** From EOF to SIGKILL. */
  readonly graceMs: number;
  readonly redact: Redactor;
  /** Asked when the process ended by itself: whether that was because its sandbox session was closed. */
  sandboxClosed(exit: ProcessExit): Promise<boolean>;
}

/** A wire, and when its process is gone. */
export interface PipeWire {
  readonly wire: McpWire;
  /** Never rejects. */
  readonly gone: Promise<void>;
}

/** A process that closed one of its pipes mostly ends in the same moment, and then its exit says more. */
const exitAfterEofMs = 250;

const opening: ReadonlySet<unknown> = new Set(["initialize", "server/discover"]);

/** The persistent wire: one process, spoken to over its stdin and stdout for as long as it lives. */
export function createPipeWire(options: PipeWireOptions): PipeWire {
  const { process, serverId, clock, maxMessageBytes } = options;
  const stderr = createStderrLog(options.redact);
  let handlers: McpWireHandlers | undefined;
  let used = false;
  let closing: Promise<void> | undefined;
  let finished = false;
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  const emit = (body: McpEventBody): void => handlers?.event({ serverId, at: clock.now(), ...body });
  const finish = (change: Parameters<McpWireHandlers["closed"]>[0]): void => {
    if (finished) return;
    finished = true;
    queue.end(notOpenError(serverId));
    const last = handlers;
    handlers = undefined;
    last?.closed(change);
  };

  /** The process may live, but without this pipe it is as good as dead. */
  const breakDown = async (pipe: "stdin" | "stdout", cause?: unknown): Promise<void> => {
    if (await settlesWithin(process.exit, exitAfterEofMs, clock)) return;
    if (closing !== undefined) return;
    const stderrTail = stderr.tail();
    finish({ reason: "dropped", error: pipeBrokenError({ serverId, pipe, cause, stderrTail, used }) });
    // Whoever owns the wire closes it as well, and is told there if that fails.
    close(options.graceMs).catch(() => undefined);
  };

  const queue = createWriteQueue({
    serverId,
    write: (bytes) => process.writeStdin(bytes),
    broken: (cause) => void breakDown("stdin", cause),
  });

  const read = createMessageReader(maxMessageBytes, {
    message: (message) => handlers?.message(message),
    noise: (bytes) => emit({ type: "noise", bytes }),
    overlong(bytes, id) {
      emit({ type: "limit", limit: "message-bytes", actual: bytes, max: maxMessageBytes });
      if (id !== undefined) handlers?.lost(id, { cause: overlongError(serverId, bytes, maxMessageBytes) });
    },
    unreadable: (id) => handlers?.lost(id, { cause: unreadableError(serverId) }),
  });
  const readStdout = async (): Promise<void> => {
    await forEachChunk(process.stdout, read);
    void breakDown("stdout");
  };
  const gone = (async (): Promise<void> => {
    const reading = begun.then(() =>
      Promise.all([
        readStdout(),
        readStderr(process.stderr, stderr, (text) => emit({ type: "stderr", text })),
      ]),
    );
    const exit = await process.exit;
    queue.end(notOpenError(serverId));
    await reading;
    if (closing !== undefined) finish({ reason: "stopped" });
    else if (await options.sandboxClosed(exit)) finish({ reason: "sandbox-closed" });
    else
      finish({
        reason: "process-exited",
        error: processEndError({ serverId, exit, stderrTail: stderr.tail(), used }),
      });
  })();

  const close = (graceMs: number): Promise<void> => {
    closing ??= (async () => {
      begin();
      queue.end(notOpenError(serverId));
      await endProcess(process, graceMs, clock);
      await gone;
    })();
    return closing;
  };

  return {
    gone,
    wire: {
      kind: "pipe",
      processId: process.id,
      async start(given) {
        handlers = given;
        begin();
      },
      send(message) {
        used ||= message.id !== undefined && !opening.has(message.method);
        return queue.send(message);
      },
      close: ({ graceMs = options.graceMs } = {}) => close(graceMs),
    },
  };
}
