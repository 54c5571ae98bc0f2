import { isMcpError, type McpError, type McpStateChange } from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import type { McpExchangeEnd } from "../exchange/exchange.ts";
import { createVerdictStore } from "../negotiate/verdict-store.ts";
import type { SessionSettings } from "../session-options.ts";
import { type Attempt, startAttempt } from "./attempt.ts";
import { type Established, type EstablishOptions, renegotiate } from "./establish.ts";
import type { PausableTimers } from "./pausable-timers.ts";
import { createTeardowns } from "./teardowns.ts";

/** Opens connections, one attempt at a time, and sees to it that each is closed in the end. */
export interface Connector {
  /** Whether an attempt is on its way. */
  readonly trying: boolean;
  begin(attempt: number, timeoutMs: number): void;
  /** Ends the attempt at once; what it opened is closed in the background. */
  abort(error: McpError): void;
  /** Closes a connection; the next attempt waits for it. */
  close(connection: Connection, end: McpExchangeEnd): void;
  /** Closes a connection when what is open on it has ended, or after a while; nobody waits for it. */
  drain(connection: Connection, end: McpExchangeEnd): void;
  /** Agrees on a revision again; parallel callers share one negotiation. */
  renegotiate(connection: Connection): Promise<void>;
  /** Closes everything and waits until nothing is left. */
  closeAll(end: McpExchangeEnd, options: { readonly graceMs?: number } | undefined): Promise<void>;
}

/** What a connector reports. */
export type ConnectorHooks = Pick<
  EstablishOptions["hooks"],
  "onToolsChanged" | "onEvent" | "warn" | "diedTooOften"
> & {
  onEstablished(established: Established): void;
  onFailed(error: Error): void;
  /** A connection ended by itself. */
  onDropped(connection: Connection, end: Pick<McpStateChange, "reason" | "error">): void;
};

/** How long a connection that was replaced may take to end what is open on it. */
const drainMs = 5_000;

/** Makes the connector of one server. */
export function createConnector(
  settings: SessionSettings,
  timers: PausableTimers,
  hooks: ConnectorHooks,
): Connector {
  const { clock } = settings;
  const { onToolsChanged, onEvent, warn, diedTooOften } = hooks;
  const connections = new Set<Connection>();
  const verdicts = createVerdictStore({ ...settings, warn });
  const teardowns = createTeardowns((error) =>
    warn(
      "close-failed",
      `A connection was not closed cleanly (${isMcpError(error) ? error.code : "unknown"}).`,
    ),
  );
  let attempt: Attempt | undefined;
  let renegotiating: Promise<void> | undefined;

  const close: Connector["close"] = (connection, end) => {
    // A failure to close is told by the teardowns, where every closing is noted.
    connection.close(end).catch(() => undefined);
  };

  const renegotiateInTime = async (connection: Connection): Promise<void> => {
    const controller = new AbortController();
    const disarm = timers.after(settings.connectTimeoutMs, () => controller.abort());
    try {
      await renegotiate(connection, { settings, verdicts, hooks, signal: controller.signal });
    } finally {
      disarm();
    }
  };

  const onOpened = (connection: Connection): void => void connections.add(connection);
  const onClosing = (connection: Connection, closing: Promise<void>): void =>
    teardowns.add(closing.finally(() => connections.delete(connection)));

  return {
    get trying() {
      return attempt !== undefined;
    },
    begin(number, timeoutMs) {
      attempt = startAttempt({
        settings,
        verdicts,
        timers,
        teardowns,
        timeoutMs,
        attempt: number,
        hooks: {
          onToolsChanged,
          onEvent,
          warn,
          diedTooOften,
          onOpened,
          onClosing,
          onClosed: hooks.onDropped,
        },
        onEstablished(established) {
          attempt = undefined;
          hooks.onEstablished(established);
        },
        onFailed(error) {
          attempt = undefined;
          hooks.onFailed(error);
        },
      });
    },
    abort(error) {
      attempt?.abort(error);
      attempt = undefined;
    },
    close,
    drain(connection, end) {
      let disarm = (): void => {};
      const late = new Promise<void>((resolve) => {
        disarm = clock.after(drainMs, resolve);
      });
      const drained = Promise.race([connection.exchange.drained(), late]).then(() => {
        disarm();
        close(connection, end);
      });
      teardowns.add(drained, { blocking: false });
    },
    renegotiate(connection) {
      renegotiating ??= renegotiateInTime(connection).finally(() => {
        renegotiating = undefined;
      });
      return renegotiating;
    },
    async closeAll(end, options) {
      // Told by the teardowns as well.
      for (const connection of connections) connection.close(end, options).catch(() => undefined);
      await teardowns.all();
    },
  };
}
