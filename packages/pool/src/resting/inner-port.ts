import { McpProtocolError, type McpTransportPort } from "@x/mcp-core";

type StopOptions = Parameters<McpTransportPort["stop"]>[0];

/** The transport of a server that is started and stopped again. One that was stopped is never used again. */
export interface InnerPort {
  /** The transport in use, if there is one. */
  readonly current: McpTransportPort | undefined;
  /** One that can be used: the one in use, else a new one when the one before has ended. */
  use(): Promise<McpTransportPort>;
  /** Ends the one in use; the next use makes a new one. Nothing of its end is told. */
  rest(): Promise<void>;
  /** Ends everything; there is no next use. */
  end(options: StopOptions): Promise<void>;
}

/** Makes the holder; `first` is made already, so that its declaration has been checked. `attach` returns its undoing. */
export function createInnerPort(
  first: McpTransportPort,
  make: () => McpTransportPort,
  attach: (port: McpTransportPort) => () => void,
): InnerPort {
  let current: McpTransportPort | undefined = first;
  let detach = attach(first);
  let ending: Promise<void> = Promise.resolve();
  let ended = false;

  const assertOpen = (): void => {
    if (ended) throw stoppedError(first.serverId);
  };

  return {
    get current() {
      return current;
    },
    async use() {
      assertOpen();
      await ending;
      assertOpen();
      if (current !== undefined) return current;
      current = make();
      detach = attach(current);
      return current;
    },
    rest() {
      const port = current;
      if (port === undefined) return ending;
      current = undefined;
      detach();
      // A server that does not end cleanly has told so itself; the next one is started when its time is up.
      ending = port.stop().catch(() => undefined);
      return ending;
    },
    async end(options) {
      ended = true;
      await ending;
      try {
        await current?.stop(options);
      } finally {
        if (current !== undefined) detach();
      }
    },
  };
}

function stoppedError(serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase: "connect",
    code: "closed",
    message: `The transport of server "${serverId}" is stopped. Make a new one.`,
    serverId,
    outcome: "not-sent",
  });
}
