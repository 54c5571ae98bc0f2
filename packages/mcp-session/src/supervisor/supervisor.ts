import {
  backoffDelayMs,
  isMcpError,
  type McpError,
  type McpEvent,
  type McpServerInfo,
  type McpState,
  type McpStateChange,
  type McpStateReason,
} from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import type { McpExchangeEnd } from "../exchange/exchange.ts";
import { closedError } from "../exchange/outcome-error.ts";
import { createVerdictStore } from "../negotiate/verdict-store.ts";
import type { SessionSettings } from "../session-options.ts";
import type { ToolList } from "../tools/read-tool-list.ts";
import { type Attempt, startAttempt } from "./attempt.ts";
import { createCrashLoop } from "./crash-loop.ts";
import { type Established, renegotiate } from "./establish.ts";
import { failureReason, stateError, worthRetrying } from "./open-failure.ts";
import { createPausableTimers } from "./pausable-timers.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import { createStateTracker } from "./state-tracker.ts";
import { createTeardowns } from "./teardowns.ts";
import { createWaiters, type WaitOptions } from "./waiters.ts";

/** Keeps one server connected. */
export interface Supervisor {
  readonly state: McpState;
  readonly serverInfo: McpServerInfo | undefined;
  /** The live connection; `undefined` while there is none. */
  readonly connection: Connection | undefined;
  /** Waits for a connection, starting one where nothing else does. */
  connected(options: WaitOptions): Promise<Connection>;
  /** The same on the user's own wish: a parked server is started again. */
  connect(options: WaitOptions): Promise<Connection>;
  /** Drops the connection and makes a new one. */
  reconnect(options: WaitOptions): Promise<Connection>;
  /** Replaces a connection whose session the server has forgotten; what is open on it may still end. */
  retire(connection: Connection, error: McpError): void;
  /** Agrees with the server on a revision again; parallel callers share one negotiation. */
  renegotiate(connection: Connection): Promise<void>;
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

/** What a supervisor tells. */
export interface SupervisorHooks {
  onStateChange(change: McpStateChange): void;
  /** A new list came with a new connection; the returned function is called once the state says `connected`. */
  onTools(list: ToolList): () => void;
  onToolsChanged(): void;
  onEvent(event: McpEvent): void;
  warn(code: string, message: string): void;
}

/** How long a connection that was replaced may take to end what is open on it. */
const drainMs = 5_000;

/** Ends after which nothing is started by itself. */
const parking: ReadonlySet<McpStateReason> = new Set([
  "idle",
  "sandbox-closed",
  "config-changed",
  "auth-required",
]);

/** Makes the supervisor of one server; nothing is started until somebody asks for a connection. */
export function createSupervisor(settings: SessionSettings, hooks: SupervisorHooks): Supervisor {
  const { clock, serverId, backoff } = settings;
  const timers = createPausableTimers(clock);
  const teardowns = createTeardowns((error) =>
    hooks.warn(
      "close-failed",
      `A connection could not be closed cleanly: ${String(isMcpError(error) ? error.code : "unknown")}.`,
    ),
  );
  const verdicts = createVerdictStore({ ...settings, warn: hooks.warn });
  const breaker = createCrashLoop(clock, settings.crashLoop);
  const tracker = createStateTracker(clock, hooks.onStateChange);
  const waiters = createWaiters<Connection>(timers, serverId, (error) => {
    if (tracker.state !== "connecting" || attempt === undefined) return;
    attempt.abort(error);
    attempt = undefined;
    tracker.move("failed", "connect-failed", { error });
  });
  const connections = new Set<Connection>();
  let current: Connection | undefined;
  let attempt: Attempt | undefined;
  let disarmBackoff: (() => void) | undefined;
  let attempts = 0;
  let connectedAt = 0;
  let refusal: Refusal | undefined;
  let lastError: McpError | undefined;
  let serverInfo: McpServerInfo | undefined;
  let stopped: Promise<void> | undefined;
  let renegotiating: Promise<void> | undefined;

  const begin = (number: number, timeoutMs: number): void => {
    disarmBackoff?.();
    disarmBackoff = undefined;
    attempt = startAttempt({
      settings,
      verdicts,
      timers,
      teardowns,
      timeoutMs,
      attempt: number,
      hooks: {
        ...hooks,
        onOpened: (connection) => void connections.add(connection),
        onClosing(connection, closing) {
          teardowns.add(closing.finally(() => connections.delete(connection)));
        },
        onClosed: dropped,
      },
      onEstablished: established,
      onFailed: attemptFailed,
    });
  };

  const established = ({ connection, tools }: Established): void => {
    if (connection.ended !== undefined) {
      const what = `Connecting to server "${serverId}"`;
      attemptFailed(closedError(connection.ended, { phase: "connect", what, serverId }, "unknown"));
      return;
    }
    attempt = undefined;
    current = connection;
    connectedAt = clock.now();
    serverInfo = connection.serverInfo;
    const publish = hooks.onTools(tools);
    tracker.move("connected", "connected");
    publish();
    connection.listen();
    waiters.resolve(connection);
  };

  const attemptFailed = (failure: Error): void => {
    attempt = undefined;
    const error = stateError(failure, serverId);
    if (error.code === "process_exited" && breaker.exited()) park("crash-loop", error);
    else if (tracker.state === "reconnecting" && worthRetrying(failure) && attempts < backoff.maxAttempts)
      retry(failureReason(failure), error);
    else {
      lastError = error;
      tracker.move("failed", failureReason(failure), { error });
      waiters.reject(failure);
    }
  };

  /** Plans the next attempt of a reconnect. */
  const retry = (reason: McpStateReason, error: McpError | undefined, delayMs?: number): void => {
    attempts++;
    const nextAttemptInMs = delayMs ?? backoffDelayMs(backoff, attempts, clock.random);
    const number = attempts;
    const details = { ...(error === undefined ? {} : { error }), attempt: number, nextAttemptInMs };
    disarmBackoff = clock.after(nextAttemptInMs, () => begin(number, settings.connectTimeoutMs));
    if (!tracker.move("dropped", reason, details)) tracker.tell(reason, details);
  };

  const park = (reason: McpStateReason, error: McpError | undefined): void => {
    lastError = error;
    refusal = reason === "crash-loop" || reason === "sandbox-closed" ? reason : undefined;
    tracker.move("parked", reason, error === undefined ? {} : { error });
    if (waiters.size === 0) return;
    const what = `Connecting to server "${serverId}"`;
    const context = { phase: "connect", what, serverId, cause: error } as const;
    waiters.reject(
      refusal === undefined
        ? closedError({ reason, ...(error === undefined ? {} : { error }) }, context, "not-sent")
        : refusalError(refusal, context),
    );
  };

  const dropped = (connection: Connection, end: McpExchangeEnd): void => {
    // Closed by the other side, but what is left on ours still wants to be cleared away. A failure is told by the teardowns.
    connection.close(end).catch(() => undefined);
    if (connection !== current) return;
    current = undefined;
    if (clock.now() - connectedAt >= settings.healthyAfterMs) attempts = 0;
    const exited = end.reason === "process-exited";
    if (parking.has(end.reason)) park(end.reason, end.error);
    else if (exited && breaker.exited()) park("crash-loop", end.error);
    else if (!settings.reconnect || attempts >= backoff.maxAttempts) park(end.reason, end.error);
    else retry(end.reason, end.error);
  };

  const start = (timeoutMs: number): void => {
    attempts = 0;
    if (tracker.move("connect", "connect", { attempt: 1 })) begin(1, timeoutMs);
  };

  const connected = (options: WaitOptions, timeoutMs: number): Promise<Connection> => {
    if (current !== undefined) return Promise.resolve(current);
    if (refusal !== undefined)
      return Promise.reject(refusalError(refusal, { serverId, cause: lastError, ...options }));
    const waiting = waiters.wait(options);
    if (tracker.state === "disconnected" && options.signal?.aborted !== true) start(timeoutMs);
    return waiting;
  };

  const unpark = (): void => {
    if (refusal === undefined || refusal === "stopped") return;
    refusal = undefined;
    breaker.reset();
  };

  return {
    get state() {
      return tracker.state;
    },
    get serverInfo() {
      return current?.serverInfo ?? serverInfo;
    },
    get connection() {
      return current;
    },
    connected: (options) => connected(options, settings.connectTimeoutMs),
    connect(options) {
      unpark();
      return connected(options, options.timeoutMs);
    },
    reconnect(options) {
      unpark();
      const old = current;
      if (old !== undefined) {
        current = undefined;
        attempts = 1;
        // A failure to close is told by the teardowns.
        old.close({ reason: "connect" }).catch(() => undefined);
        tracker.move("dropped", "connect", { attempt: 1, nextAttemptInMs: 0 });
        begin(1, options.timeoutMs);
      } else if (tracker.state === "reconnecting" && attempt === undefined)
        begin(attempts, options.timeoutMs);
      return connected(options, options.timeoutMs);
    },
    retire(connection, error) {
      if (connection !== current) return;
      current = undefined;
      teardowns.add(drain(connection), { blocking: false });
      if (clock.now() - connectedAt >= settings.healthyAfterMs) attempts = 0;
      if (attempts >= backoff.maxAttempts) park("session-expired", error);
      else retry("session-expired", error, 0);
    },
    renegotiate(connection) {
      renegotiating ??= renegotiated(connection).finally(() => {
        renegotiating = undefined;
      });
      return renegotiating;
    },
    stop(options) {
      stopped ??= stop(options);
      return stopped;
    },
  };

  async function renegotiated(connection: Connection): Promise<void> {
    const controller = new AbortController();
    const disarm = timers.after(settings.connectTimeoutMs, () => controller.abort());
    try {
      await renegotiate(connection, { settings, verdicts, hooks, signal: controller.signal });
    } finally {
      disarm();
    }
  }

  async function drain(connection: Connection): Promise<void> {
    let disarm = (): void => {};
    const late = new Promise<void>((resolve) => {
      disarm = clock.after(drainMs, resolve);
    });
    await Promise.race([connection.exchange.drained(), late]);
    disarm();
    await connection.close({ reason: "session-expired" });
  }

  async function stop(options: { readonly graceMs?: number } | undefined): Promise<void> {
    refusal = "stopped";
    const what = `Connecting to server "${serverId}"`;
    const error = refusalError(refusal, { phase: "connect", what, serverId });
    disarmBackoff?.();
    attempt?.abort(error);
    attempt = undefined;
    current = undefined;
    // A failure to close is told by the teardowns.
    for (const connection of connections)
      connection.close({ reason: "stopped" }, options).catch(() => undefined);
    tracker.move("stopped", "stopped");
    waiters.reject(error);
    await teardowns.all();
  }
}
