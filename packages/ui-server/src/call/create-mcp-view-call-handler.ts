import { checkShapes } from "../check-shapes.ts";
import { readOrigin } from "../origin.ts";
import { readLimits } from "../read-limits.ts";
import { McpUiServerError } from "../ui-server-error.ts";
import { CallRefusalError, callRefusals } from "./call-refusal.ts";
import { checkCaller } from "./check-caller.ts";
import { createInFlight, type InFlight } from "./in-flight.ts";
import { type CallMakers, makeCall } from "./make-call.ts";
import { readJsonBody } from "./read-body.ts";
import { createToolLists } from "./tool-lists.ts";
import type {
  McpViewCallAuditEvent,
  McpViewCallHandlerOptions,
  McpViewCallLimits,
} from "./view-call-options.ts";
import { readName, readWantedCall, type WantedCall } from "./wanted-call.ts";

/** Takes the calls of views from the page that shows them; made by {@link createMcpViewCallHandler}. */
export type McpViewCallHandler = (request: Request) => Promise<Response>;

const defaultLimits: Required<McpViewCallLimits> = {
  maxBodyBytes: 1024 * 1024,
  maxResultLength: 10 * 1024 * 1024,
  callTimeoutMs: 60_000,
  maxInFlight: 16,
  toolListTtlMs: 10_000,
};

/** Options that were checked, and what lives as long as the handler. */
interface Desk extends CallMakers {
  readonly options: McpViewCallHandlerOptions;
  readonly hostOrigins: ReadonlySet<string>;
  readonly limits: Required<McpViewCallLimits>;
  readonly inFlight: InFlight;
}

/**
 * Makes the handler behind which a page carries out the `tools/call` of its views. Mount it for `POST` on the origin
 * of the page, beside your own authentication. A call is made only if it comes from a page of `hostOrigins`, goes to
 * the view's own server, names a tool that this server lists and offers to views (MCP Apps, `visibility`), and is
 * approved. Answers `{ ok: true, result }` or `{ ok: false, error: { code, message } }`.
 *
 * Throws {@link McpUiServerError} with code `config` for wrong options. The handler rejects only with what `onAudit`,
 * `approve` or `checkCsrf` throw.
 */
export function createMcpViewCallHandler(options: McpViewCallHandlerOptions): McpViewCallHandler {
  const desk = openDesk(options);
  return async (request) => {
    let wanted: WantedCall | undefined;
    try {
      wanted = await readCall(desk, request);
      const text = await carryOut(desk, request, wanted);
      options.onAudit?.(auditEvent(wanted, { type: "answered", status: 200 }));
      return answer(200, text);
    } catch (error) {
      if (!(error instanceof CallRefusalError)) throw error;
      const { code: refusal, cause } = error;
      const { status, message } = callRefusals[refusal];
      options.onAudit?.(auditEvent(wanted, { type: "refused", status, refusal, cause }));
      return answer(status, JSON.stringify({ ok: false, error: { code: refusal, message } }));
    }
  };
}

const optionShapes = {
  servers: "function or object",
  hostOrigins: "texts",
  approve: "function",
  checkCsrf: "function",
  limits: "object",
  onAudit: "function",
} as const;

function openDesk(options: McpViewCallHandlerOptions): Desk {
  checkShapes(options, optionShapes, ["servers", "hostOrigins"]);
  const origins = options.hostOrigins.map((origin, index) => readOrigin(origin, `hostOrigins[${index}]`));
  if (origins.length === 0)
    throw new McpUiServerError("config", "hostOrigins", "give the origins of the pages that may send calls.");
  const limits = readLimits(options.limits ?? {}, defaultLimits);
  return {
    options,
    hostOrigins: new Set(origins),
    limits,
    inFlight: createInFlight(limits.maxInFlight),
    servers: options.servers,
    lists: createToolLists(limits.toolListTtlMs, options.now ?? Date.now),
    approve: options.approve ?? (({ isReadOnly }) => isReadOnly),
    callTimeoutMs: limits.callTimeoutMs,
  };
}

async function readCall({ options, hostOrigins, limits }: Desk, request: Request): Promise<WantedCall> {
  const { checkCsrf, serverIdQueryParam = "serverId" } = options;
  checkCaller(request, hostOrigins);
  if (checkCsrf !== undefined && !(await checkCsrf(request))) throw new CallRefusalError("csrf");
  const routeServerId = readName(new URL(request.url).searchParams.get(serverIdQueryParam));
  return readWantedCall(await readJsonBody(request, limits.maxBodyBytes), routeServerId);
}

async function carryOut(desk: Desk, request: Request, wanted: WantedCall): Promise<string> {
  const done = await desk.inFlight.run(wanted.serverId, () => makeCall(desk, request, wanted));
  if (done === undefined) throw new CallRefusalError("busy");
  const text = JSON.stringify({ ok: true, result: plainResult(done.value) });
  if (text.length > desk.limits.maxResultLength) throw new CallRefusalError("result_too_large");
  return text;
}

/** The result as the server sent it: a port keeps that as `raw`. */
function plainResult(value: unknown): unknown {
  if (typeof value !== "object" || value === null) throw new CallRefusalError("failed");
  return "raw" in value && typeof value.raw === "object" && value.raw !== null ? value.raw : value;
}

function auditEvent(
  wanted: WantedCall | undefined,
  outcome: Pick<McpViewCallAuditEvent, "type" | "status" | "refusal" | "cause">,
): McpViewCallAuditEvent {
  const { type, status, refusal, cause } = outcome;
  const { serverId, toolName, instance, threadId, messageId } = wanted ?? {};
  const known = Object.entries({ refusal, cause, serverId, toolName, instance, threadId, messageId });
  return { type, status, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}

function answer(status: number, body: string): Response {
  const headers: Record<string, string> = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "private, no-store",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...(status === 405 ? { allow: "POST" } : {}),
    ...(status === 429 ? { "retry-after": "1" } : {}),
  };
  return new Response(body, { status, headers });
}
