import { type JsonRpcMessage, McpProtocolError } from "@x/mcp-core";

/** Messages on their way into a process. */
export interface WriteQueue {
  /**
   * Takes a message. Resolves when the process accepted it, or was lost while it was on its way; rejects only where
   * not a byte of it left.
   */
  send(message: JsonRpcMessage): Promise<void>;
  /** Nothing more is written: what still waits, and what comes later, is rejected with `error`. */
  end(error: McpProtocolError): void;
}

/** What a write queue needs. */
export interface WriteQueueOptions {
  readonly serverId: string;
  /** Hands bytes to the process; calls keep their order. */
  write(bytes: Uint8Array): Promise<void>;
  /** Bytes had been handed over, and the process did not take all of them. */
  broken(error: unknown): void;
  /** What may wait for a process that does not read. Default: 64 MiB. */
  readonly maxQueuedBytes?: number;
}

/** Sent before the turn is over: so that the server works on the first messages while the next ones are made. */
const batchBytes = 8 * 1024;
/** Handed over and not yet accepted: beyond it the next batch waits. */
const highWaterBytes = 1024 * 1024;

interface Batch {
  readonly lines: string[];
  /** In UTF-16 code units: near enough for a bound. */
  size: number;
  readonly sent: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Makes a queue that writes once a tick: the messages sent in one turn of the event loop leave in a single write (one
 * for every few kilobytes) and share a single promise. The system call is a large part of what a small call costs.
 */
export function createWriteQueue(options: WriteQueueOptions): WriteQueue {
  const { serverId, maxQueuedBytes = 64 * 1024 * 1024 } = options;
  let batch: Batch | undefined;
  let unaccepted = 0;
  let over: McpProtocolError | undefined;

  const flush = (): void => {
    const leaving = batch;
    if (leaving === undefined || over !== undefined || unaccepted >= highWaterBytes) return;
    batch = undefined;
    // Small ones come out of a pool; an encoder would make a whole ArrayBuffer for each, and the collector count it.
    const bytes = Buffer.from(`${leaving.lines.join("\n")}\n`);
    unaccepted += bytes.length;
    options.write(bytes).then(
      () => {
        unaccepted -= bytes.length;
        leaving.resolve();
        if (batch !== undefined) flush();
      },
      (error: unknown) => {
        // How much of it arrived is not known, so it does not count as unsent; the end of the wire settles it.
        leaving.resolve();
        options.broken(error);
      },
    );
  };

  return {
    send(message) {
      if (over !== undefined) return Promise.reject(over);
      let line: string;
      try {
        line = JSON.stringify(message);
      } catch (error) {
        return Promise.reject(error); // the caller's arguments are no JSON
      }
      if (batch === undefined) {
        batch = createBatch();
        // After the promise jobs of this turn: they may send more.
        process.nextTick(flush);
      }
      const { lines, sent } = batch;
      if (batch.size + line.length > maxQueuedBytes && lines.length > 0)
        return Promise.reject(tooMuch(serverId, maxQueuedBytes));
      lines.push(line);
      batch.size += line.length;
      if (batch.size >= batchBytes) flush();
      return sent;
    },
    end(error) {
      over ??= error;
      batch?.reject(over);
      batch = undefined;
    },
  };
}

function createBatch(): Batch {
  let resolve = (): void => {};
  let reject = (_error: unknown): void => {};
  const sent = new Promise<void>((onSent, onRejected) => {
    resolve = onSent;
    reject = onRejected;
  });
  return { lines: [], size: 0, sent, resolve, reject };
}

function tooMuch(serverId: string, max: number): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    code: "limit",
    message: `Server "${serverId}" does not read: ${max} bytes wait for it already. Nothing more was sent; call again when it has caught up, or restart it.`,
    serverId,
    outcome: "not-sent",
    retryable: true,
  });
}
