import {
  type Clock,
  type HttpRequest,
  type HttpResponse,
  type HttpSend,
  McpProtocolError,
} from "@x/mcp-core";
import { createEgressGuard, type EgressGuard } from "../egress/egress-guard.ts";
import type { EgressRules } from "../egress/egress-rules.ts";
import { type ResolveHost, systemResolve } from "../egress/pinned-lookup.ts";
import { type DispatchProgress, dispatchRequest } from "./dispatch-request.ts";
import { createDispatchers, type Dispatchers } from "./dispatchers.ts";
import type { HttpProxy } from "./http-proxy.ts";
import { isConnectionReset } from "./send-failure.ts";
import { mayRepeat, noticeClosedConnections } from "./stale-connection.ts";

/** Options of {@link undiciSend}. */
export interface UndiciSendOptions {
  /** What may be reached beside https on public addresses and anything on loopback. */
  readonly egress?: EgressRules | undefined;
  readonly proxy?: HttpProxy | undefined;
  /** Certificate authorities in PEM, instead of those of Node. */
  readonly ca?: string | readonly string[] | undefined;
  /** How long a connection may take. Default 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Named in errors. */
  readonly serverId?: string | undefined;
  /** Default: the resolver of the machine. */
  readonly resolve?: ResolveHost | undefined;
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** A sender that owns its connections. */
export interface HttpSender extends AsyncDisposable {
  readonly send: HttpSend;
  /** Ends every request and closes every connection. Idempotent. */
  close(): Promise<void>;
}

interface Transport {
  readonly guard: EgressGuard;
  readonly dispatchers: Dispatchers;
}

/** After so long without a request, connections are looked at before one is used. */
const idleMs = 100;

/**
 * HTTP over undici's dispatcher, behind the egress guard. Connections are kept alive; no time limit cuts a
 * response; compression is not asked for; redirects are handed back as they are.
 *
 * A request is sent a second time, once and silently, only when an older connection was reset before a byte of
 * the answer and the request has no effect: a GET, a DELETE, or a POST of a JSON-RPC method that only reads.
 *
 * `send` rejects with a ConfigError (code `config`) where the guard refuses, and with an McpProtocolError whose
 * `outcome` says whether anything was written (`not-sent`, `unknown`).
 */
export function undiciSend(options: UndiciSendOptions = {}): HttpSender {
  const now = options.clock?.now ?? (() => Date.now());
  let opening: Promise<Transport> | undefined;
  let opened: Transport | undefined;
  let closing: Promise<void> | undefined;
  let lastUse = now();
  const checked = new Set<string>();

  /** What the guard says of an origin stays true: names are checked again with every connection. */
  const checkOnce = (guard: EgressGuard, url: URL): void => {
    const { origin } = url;
    if (checked.has(origin) && url.username === "" && url.password === "") return;
    guard.check(url);
    checked.add(origin);
  };

  const open = async (): Promise<Transport> => {
    const [undici, { default: library }] = await Promise.all([import("undici"), import("ipaddr.js")]);
    const guard = createEgressGuard(library, options.egress, options.serverId);
    const dispatchers = createDispatchers(undici, guard, options.resolve ?? systemResolve, {
      connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
      ca: options.ca,
      proxy: options.proxy,
    });
    opened = { guard, dispatchers };
    return opened;
  };
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    if (closing !== undefined) throw closedError();
    opening ??= open();
    const { guard, dispatchers } = opened ?? (await opening);
    checkOnce(guard, request.url);
    const idle = now() - lastUse > idleMs;
    lastUse = now();
    if (idle) await noticeClosedConnections();
    // It may have been closed while the libraries loaded.
    if (closing !== undefined) throw closedError();
    return exchange(dispatchers, request);
  };
  const close = async (): Promise<void> => {
    // Where it could not be opened there is nothing to close, and whoever sent has the error.
    await opening?.then(({ dispatchers }) => dispatchers.destroy()).catch(() => undefined);
  };
  const closeOnce = (): Promise<void> => {
    closing ??= close();
    return closing;
  };
  return { send, close: closeOnce, [Symbol.asyncDispose]: closeOnce };
}

async function exchange(dispatchers: Dispatchers, request: HttpRequest): Promise<HttpResponse> {
  const dispatcher = dispatchers.for(request.url);
  const before = dispatchers.connections();
  const progress: DispatchProgress = { written: false, answered: false };
  try {
    return await dispatchRequest(dispatcher, request, progress);
  } catch (error) {
    const reused = progress.written && dispatchers.connections() === before;
    const reset = isConnectionReset((error as { readonly cause?: unknown }).cause);
    if (!reused || progress.answered || !reset || !mayRepeat(request)) throw error;
    return dispatchRequest(dispatcher, request, { written: true, answered: false });
  }
}

function closedError(): McpProtocolError {
  return new McpProtocolError({
    phase: "connect",
    code: "closed",
    message: "The connection was closed before the request was sent.",
    outcome: "not-sent",
  });
}
