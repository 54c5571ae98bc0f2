import type { JsonRpcMessage, McpWire, McpWireHandlers } from "@x/mcp-core";

/** The far end of a {@link memoryPair}, in the shape of the SDKs' `Transport`. */
export interface FarEnd {
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: unknown) => void;
}

/** A pipe in memory: a wire at the near end, a transport for an SDK server at the far one. */
export interface MemoryPair {
  readonly wire: McpWire;
  readonly far: FarEnd;
  /** What the near end sent. */
  readonly sent: readonly JsonRpcMessage[];
  readonly closes: number;
}

/** Makes a pipe whose messages go through JSON and arrive in a later microtask. */
export function memoryPair(): MemoryPair {
  const sent: JsonRpcMessage[] = [];
  let handlers: McpWireHandlers | undefined;
  let closes = 0;
  let over = false;
  const end = (reason: "stopped" | "process-exited"): void => {
    if (over) return;
    over = true;
    handlers?.closed({ reason });
    far.onclose?.();
  };
  const copy = <T extends object>(message: T): T => JSON.parse(JSON.stringify(message)) as T;
  const far: FarEnd = {
    start: async () => {},
    send: async (message) => queueMicrotask(() => handlers?.message(copy(message as JsonRpcMessage))),
    close: async () => end("process-exited"),
  };
  const wire: McpWire = {
    kind: "pipe",
    start: async (next) => {
      handlers = next;
    },
    send: async (message) => {
      if (over) throw new Error("The pipe is closed.");
      sent.push(message);
      queueMicrotask(() => far.onmessage?.(copy(message)));
    },
    close: async () => {
      closes++;
      end("stopped");
    },
  };
  return {
    wire,
    far,
    sent,
    get closes() {
      return closes;
    },
  };
}
