import { asNotSent, type McpServerInfo, type McpState } from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import type { McpExchangeEnd } from "../exchange/exchange.ts";
import type { SessionSettings } from "../session-options.ts";
import { connectContext } from "./connect-context.ts";
import { createLifecycle, type SupervisorHooks } from "./lifecycle.ts";
import { createPausableTimers } from "./pausable-timers.ts";
import { refusalError } from "./refusal.ts";
import type { WaitOptions } from "./waiters.ts";

/** Keeps one server connected. */
export interface Supervisor {
  readonly state: McpState;
  readonly serverInfo: McpServerInfo | undefined;
  /** The live connection; `undefined` while there is none. */
  readonly connection: Connection | undefined;
  /** The time that counts for deadlines: it stands still while a wire does untimed work, such as an install. */
  now(): number;
  /** Waits for a connection, starting one where nothing else does. */
  connected(options: WaitOptions): Promise<Connection>;
  /** The same on the user's own wish: a parked server is started again. */
  connect(options: WaitOptions): Promise<Connection>;
  /** Drops the connection and makes a new one. */
  reconnect(options: WaitOptions): Promise<Connection>;
  /** Replaces a connection that took a request no more, though it did not end; what is open on it may still end. */
  retire(connection: Connection, end: McpExchangeEnd): void;
  /** Agrees with the server on a revision again. */
  renegotiate(connection: Connection): Promise<void>;
  /** Ends everything, for good, and waits for it. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const never = Number.POSITIVE_INFINITY;

/** Makes the supervisor of one server; nothing is started until somebody asks for a connection. */
export function createSupervisor(settings: SessionSettings, hooks: SupervisorHooks): Supervisor {
  const { serverId } = settings;
  const timers = createPausableTimers(settings.clock);
  const lifecycle = createLifecycle(settings, timers, hooks);
  const { tracker, connector, policy, waiters } = lifecycle;
  let stopped: Promise<void> | undefined;

  const connected = (options: WaitOptions, explicit: boolean): Promise<Connection> => {
    const { current, refusal, lastError } = lifecycle;
    if (current !== undefined) return Promise.resolve(current);
    if (refusal !== undefined)
      return Promise.reject(refusalError(refusal, { ...options, serverId }, lastError));
    const starts = tracker.state === "disconnected" && options.signal?.aborted !== true;
    // Whoever starts a connection on purpose waits for its deadline, and for the clearing away after it.
    const waiting = waiters.wait(starts && explicit ? { ...options, timeoutMs: never } : options);
    if (!starts) return waiting;
    policy.restart(0);
    // Whoever is told of it may stop everything.
    tracker.move("connect", "connect", { attempt: 1 });
    if (lifecycle.refusal === undefined)
      lifecycle.begin(1, explicit ? options.timeoutMs : settings.connectTimeoutMs);
    return waiting;
  };

  /** Takes a server out of its parking place. */
  const unpark = (): void => {
    if (lifecycle.refusal === undefined || lifecycle.refusal === "stopped") return;
    lifecycle.refusal = undefined;
    policy.forgive();
  };

  const stop = async (options: { readonly graceMs?: number } | undefined): Promise<void> => {
    lifecycle.refusal = "stopped";
    const error = refusalError("stopped", connectContext(serverId));
    lifecycle.unplan();
    connector.abort(error);
    lifecycle.current = undefined;
    const closed = connector.closeAll({ reason: "stopped" }, options);
    tracker.move("stopped", "stopped");
    waiters.reject(error);
    await closed;
  };

  return {
    get state() {
      return tracker.state;
    },
    get serverInfo() {
      return lifecycle.current?.serverInfo ?? lifecycle.serverInfo;
    },
    get connection() {
      return lifecycle.current;
    },
    now: () => timers.now(),
    // Of the handshake it may not be known whether it arrived; the request that waits for it is not sent.
    connected: (options) =>
      connected(options, false).catch((error: unknown) => {
        throw asNotSent(error);
      }),
    connect(options) {
      unpark();
      return connected(options, true);
    },
    reconnect(options) {
      unpark();
      const { current } = lifecycle;
      if (current !== undefined) {
        lifecycle.current = undefined;
        policy.restart(1);
        connector.close(current, { reason: "connect" });
        tracker.move("dropped", "connect", { attempt: 1, nextAttemptInMs: 0 });
        if (lifecycle.refusal === undefined) lifecycle.begin(1, options.timeoutMs);
      } else if (tracker.state === "reconnecting" && !connector.trying) {
        policy.restart(1);
        lifecycle.begin(1, options.timeoutMs);
      }
      return connected(options, true);
    },
    retire(connection, end) {
      if (connection !== lifecycle.current) return;
      connector.drain(connection, { reason: end.reason });
      lifecycle.proceed(end);
    },
    renegotiate: (connection) => connector.renegotiate(connection),
    stop(options) {
      stopped ??= stop(options);
      return stopped;
    },
  };
}
