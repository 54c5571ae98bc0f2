import type { McpError, McpEvent, McpServerInfo, McpStateChange, McpStateReason } from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import type { McpExchangeEnd } from "../exchange/exchange.ts";
import { closedError } from "../exchange/outcome-error.ts";
import type { SessionSettings } from "../session-options.ts";
import type { ToolList } from "../tools/read-tool-list.ts";
import { connectContext } from "./connect-context.ts";
import { type Connector, createConnector } from "./connector.ts";
import type { Established } from "./establish.ts";
import { failureReason, stateError } from "./open-failure.ts";
import type { PausableTimers } from "./pausable-timers.ts";
import { createReconnectPolicy, type ReconnectDecision, type ReconnectPolicy } from "./reconnect-policy.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import { type ChangeDetails, createStateTracker, type StateTracker } from "./state-tracker.ts";
import { createWaiters, type Waiters } from "./waiters.ts";

/** What a supervisor tells. */
export interface SupervisorHooks {
  onStateChange(change: McpStateChange): void;
  /** A new list came with a new connection; the returned function is called once the state says `connected`. */
  onTools(list: ToolList): () => void;
  onToolsChanged(): void;
  onEvent(event: McpEvent): void;
  warn(code: string, message: string): void;
}

/** What happens to a connection by itself: it is made, it fails, it drops, it is made again or left alone. */
export interface Lifecycle {
  readonly tracker: StateTracker;
  readonly connector: Connector;
  readonly policy: ReconnectPolicy;
  readonly waiters: Waiters<Connection>;
  /** The live connection. */
  current: Connection | undefined;
  /** Why nothing is started, where that is so. */
  refusal: Refusal | undefined;
  lastError: McpError | undefined;
  /** Of the current connection, or of the last one. */
  serverInfo: McpServerInfo | undefined;
  /** Begins an attempt now, whatever was planned. */
  begin(attempt: number, timeoutMs: number): void;
  /** Goes on after the current connection ended or was given up. */
  proceed(end: McpExchangeEnd): void;
  /** Plans nothing any more. */
  unplan(): void;
}

/** Makes the lifecycle of one server. */
export function createLifecycle(
  settings: SessionSettings,
  timers: PausableTimers,
  hooks: SupervisorHooks,
): Lifecycle {
  const { clock, serverId } = settings;
  const tracker = createStateTracker(clock, hooks.onStateChange);
  const policy = createReconnectPolicy(settings);
  let disarm: (() => void) | undefined;

  const park = (reason: McpStateReason, error: McpError | undefined): void => {
    lifecycle.lastError = error;
    lifecycle.refusal = reason === "crash-loop" || reason === "sandbox-closed" ? reason : undefined;
    tracker.move("parked", reason, detailsOf(error));
    waiters.reject(parkedError(lifecycle.refusal, { reason, ...detailsOf(error) }, serverId));
  };

  /** Carries out what was decided; false where the attempts end. */
  const follow = (
    decision: ReconnectDecision,
    reason: McpStateReason,
    error: McpError | undefined,
  ): boolean => {
    if (decision.kind === "park") park(decision.reason, error);
    else if (decision.kind === "retry") {
      const { attempt, delayMs } = decision;
      disarm = clock.after(delayMs, () => lifecycle.begin(attempt, settings.connectTimeoutMs));
      const details = { ...detailsOf(error), attempt, nextAttemptInMs: delayMs };
      if (!tracker.move("dropped", reason, details)) tracker.tell(reason, details);
    }
    return decision.kind !== "give-up";
  };

  const onFailed = (failure: Error): void => {
    const error = stateError(failure, serverId);
    const reason = failureReason(failure);
    if (follow(policy.failed(error, tracker.state === "reconnecting"), reason, error)) return;
    lifecycle.lastError = error;
    tracker.move("failed", reason, { error });
    waiters.reject(failure);
  };

  const onEstablished = ({ connection, tools }: Established): void => {
    if (connection.ended !== undefined) {
      onFailed(closedError(connection.ended, connectContext(serverId), "unknown"));
      return;
    }
    lifecycle.current = connection;
    policy.connected();
    lifecycle.serverInfo = connection.serverInfo;
    const publish = hooks.onTools(tools);
    tracker.move("connected", "connected");
    publish();
    connection.listen();
    waiters.resolve(connection);
  };

  const connector = createConnector(settings, timers, {
    ...hooks,
    onEstablished,
    onFailed,
    diedTooOften: () => policy.died(),
    onDropped(connection, end) {
      // Ended by the other side; what is left on ours still wants to be cleared away.
      connector.close(connection, end);
      if (connection === lifecycle.current) lifecycle.proceed(end);
    },
  });

  const waiters = createWaiters<Connection>(timers, serverId, (error) => {
    // A reconnect goes on for whoever comes next.
    if (tracker.state === "connecting") connector.abort(error);
    if (tracker.state === "connecting") tracker.move("failed", "connect-failed", { error });
  });

  const lifecycle: Lifecycle = {
    tracker,
    connector,
    policy,
    waiters,
    current: undefined,
    refusal: undefined,
    lastError: undefined,
    serverInfo: undefined,
    begin(attempt, timeoutMs) {
      lifecycle.unplan();
      connector.begin(attempt, timeoutMs);
    },
    proceed(end) {
      lifecycle.current = undefined;
      follow(policy.dropped(end), end.reason, end.error);
    },
    unplan() {
      disarm?.();
      disarm = undefined;
    },
  };
  return lifecycle;
}

function parkedError(refusal: Refusal | undefined, end: McpExchangeEnd, serverId: string): McpError {
  const context = connectContext(serverId);
  if (refusal === undefined) return closedError(end, context, "not-sent");
  return refusalError(refusal, context, end.error);
}

function detailsOf(error: McpError | undefined): ChangeDetails {
  return error === undefined ? {} : { error };
}
