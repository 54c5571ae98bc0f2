import {
  isMcpError,
  type McpError,
  type McpEventBody,
  McpProtocolError,
  mcpDefaults,
  OperationTimeoutError,
} from "@x/mcp-core";
import { type Connection, openConnection } from "../connection/connection.ts";
import { outcomeError } from "../exchange/outcome-error.ts";
import { clientCapabilities } from "../negotiate/client-capabilities.ts";
import type { McpEraVerdict, McpNegotiation, McpNegotiatorOptions } from "../negotiate/negotiation.ts";
import { ServerDiedOnProbeError } from "../negotiate/server-died-on-probe-error.ts";
import type { VerdictStore } from "../negotiate/verdict-store.ts";
import type { SessionSettings } from "../session-options.ts";
import { listContext, listTools } from "../tools/list-tools.ts";
import type { ToolList } from "../tools/read-tool-list.ts";
import { openFailure } from "./open-failure.ts";

/** A connection that can be used. */
export interface Established {
  readonly connection: Connection;
  readonly tools: ToolList;
}

/** What establishing a connection works with. */
export interface EstablishOptions {
  readonly settings: SessionSettings;
  readonly verdicts: VerdictStore;
  readonly signal: AbortSignal;
  /** The number of the first wire. */
  readonly attempt: number;
  untimed<T>(work: Promise<T>): Promise<T>;
  readonly hooks: Pick<
    Parameters<typeof openConnection>[0],
    "onToolsChanged" | "onClosed" | "onClosing" | "onEvent" | "warn"
  > & {
    /** Every connection that is opened, so that it can be closed whatever happens. */
    onOpened(connection: Connection): void;
    /** A process died and may be started once more; true where that is one too many. */
    diedTooOften(): boolean;
  };
}

/**
 * Opens a wire, agrees on an era and lists the tools. One wire, with two exceptions: a server that died on the
 * probe is started again and spoken to the legacy way, and one that died on a remembered verdict is asked afresh.
 */
export async function establish(options: EstablishOptions): Promise<Established> {
  const { settings, verdicts, signal, hooks } = options;
  const prior = settings.era === "legacy" ? undefined : await verdicts.read();
  let assumed: Assumption = { era: settings.era, prior, diedOnProbe: false };
  for (let attempt = options.attempt; ; attempt++) {
    const connection = await open(options, attempt);
    try {
      const tools = await agree(options, connection, assumed);
      await remember(verdicts, connection.negotiation, assumed);
      return { connection, tools };
    } catch (error) {
      const died = hasDied(connection);
      await connection.close({ reason: "connect-failed" });
      // Silence until the deadline may speak against what was remembered, too.
      const doubtful = died || signal.reason instanceof OperationTimeoutError;
      if (assumed.prior !== undefined && doubtful) await verdicts.forget();
      const next = signal.aborted ? undefined : nextAssumption(assumed, error, died);
      if (next === undefined || hooks.diedTooOften()) throw error;
      assumed = next;
    }
  }
}

/** What one try goes by. */
interface Assumption {
  readonly era: McpNegotiatorOptions["era"];
  readonly prior: McpEraVerdict | undefined;
  /** An earlier try ended because the server died on the probe. */
  readonly diedOnProbe: boolean;
}

/** What to try with a new process, where there is a point in it. */
function nextAssumption(assumed: Assumption, error: unknown, died: boolean): Assumption | undefined {
  if (error instanceof ServerDiedOnProbeError && !assumed.diedOnProbe)
    return { era: "legacy", prior: undefined, diedOnProbe: true };
  return died && assumed.prior?.era === "modern" ? { ...assumed, prior: undefined } : undefined;
}

async function remember(
  verdicts: VerdictStore,
  negotiation: McpNegotiation,
  { diedOnProbe }: Assumption,
): Promise<void> {
  const { evidence } = negotiation;
  if (diedOnProbe || evidence === "answer" || evidence === "silence") await verdicts.write(negotiation);
}

/** Whether the process behind a pipe ended by itself. */
function hasDied({ wireKind, ended }: Connection): boolean {
  return wireKind === "pipe" && (ended?.reason === "process-exited" || ended?.reason === "dropped");
}

async function open(options: EstablishOptions, attempt: number): Promise<Connection> {
  const { settings, signal, hooks, untimed } = options;
  throwIfAborted(signal);
  let connection: Connection;
  try {
    const { serverId, clock } = settings;
    const emit = (event: McpEventBody): void => hooks.onEvent({ serverId, at: clock.now(), ...event });
    const wire = await settings.openWire({ signal, attempt, untimed, emit });
    connection = await openConnection({ ...settings, ...hooks, wire, signal });
  } catch (error) {
    throw openFailure(error, settings.serverId);
  }
  hooks.onOpened(connection);
  if (signal.aborted) {
    await connection.close({ reason: "connect-failed" });
    throwIfAborted(signal);
  }
  return connection;
}

/** Negotiates and lists; where a remembered verdict turns out wrong it is forgotten and the server asked. */
async function agree(
  options: EstablishOptions,
  connection: Connection,
  assumed: Assumption,
): Promise<ToolList> {
  const { settings, signal, verdicts } = options;
  try {
    const { era, prior } = assumed;
    await connection.negotiate({ ...negotiatorOptions(options, connection), era, prior, signal });
    const listed = await listTools(connection, settings, { signal });
    if ("list" in listed) return listed.list;
    throw outcomeError(listed.failure, listContext(settings.serverId));
  } catch (error) {
    if (assumed.prior === undefined || connection.ended !== undefined || !speaksAgainst(error)) throw error;
    await verdicts.forget();
    return agree(options, connection, { ...assumed, prior: undefined });
  }
}

/**
 * Agrees with a server again that refuses the revision it was spoken to in (MCP 2026-07-28 basic/versioning). The
 * remembered era goes, and comes back as what is found now.
 */
export async function renegotiate(
  connection: Connection,
  options: Pick<EstablishOptions, "settings" | "verdicts" | "signal"> & {
    readonly hooks: Pick<EstablishOptions["hooks"], "warn">;
  },
): Promise<void> {
  const { settings, verdicts, signal } = options;
  await verdicts.forget();
  const negotiation = await connection.negotiate({
    ...negotiatorOptions(options, connection),
    era: settings.era,
    signal,
  });
  if (negotiation.evidence !== "declared") await verdicts.write(negotiation);
  connection.listen();
}

function negotiatorOptions(
  options: Pick<EstablishOptions, "settings"> & { readonly hooks: Pick<EstablishOptions["hooks"], "warn"> },
  connection: Connection,
): Omit<McpNegotiatorOptions, "era" | "prior" | "signal"> {
  const { settings, hooks } = options;
  return {
    clientInfo: settings.clientInfo,
    capabilities: clientCapabilities(settings),
    serverId: settings.serverId,
    probeTimeoutMs: probeTimeout(settings, connection),
    clock: settings.clock,
    warn: hooks.warn,
  };
}

/** On a pipe silence is the rule among legacy servers; over HTTP it is a fault, and the connect deadline bounds it. */
function probeTimeout(settings: SessionSettings, connection: Connection): number | undefined {
  return settings.probeTimeoutMs ?? (connection.wireKind === "http" ? undefined : mcpDefaults.probeTimeoutMs);
}

/** Whether a failure speaks against the era that was assumed, rather than against the network or the user. */
function speaksAgainst(error: unknown): boolean {
  if (!isMcpError(error)) return false;
  if (!(error instanceof McpProtocolError)) return false;
  const { status } = error;
  return status === undefined ? error.outcome === "answered" : status >= 400 && status < 500;
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason as McpError;
}
