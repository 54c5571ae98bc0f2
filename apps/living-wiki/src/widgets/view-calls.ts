import { isJsonObject } from "@x/mcp";
import { effectOf } from "@x/tools";
import { createMcpViewCallHandler, type McpViewCall } from "@x/ui-server";
import type { Approvals } from "../agent/approvals.ts";
import type { WidgetAnswer, WidgetCall } from "../contract/widget.ts";
import type { ServerFleet } from "../servers/server-fleet.ts";
import { isKnownToRead } from "../servers/wiki-server.ts";
import type { UiCall } from "./widget-call.ts";

/** The calls that views make. */
export interface ViewCalls {
  run(from: UiCall, call: WidgetCall, signal: AbortSignal): Promise<WidgetAnswer>;
  /** False where no such call runs. */
  cancel(callId: string): boolean;
}

/** Only a name: the handler takes calls from one origin, and here it is the app itself that calls. */
const ownOrigin = "http://living-wiki.localhost";

/**
 * Lets views call tools of their own server that are for views (`@x/ui-server`). What does not say that it only reads
 * is put to the person first.
 */
export function createViewCalls(options: {
  readonly fleet: Pick<ServerFleet, "pool" | "get">;
  readonly approvals: Approvals;
}): ViewCalls {
  const { fleet, approvals } = options;
  const running = new Map<string, AbortController>();
  const asking = new WeakMap<Request, WidgetCall>();

  const approve = async (call: McpViewCall, request: Request, signal: AbortSignal): Promise<boolean> => {
    const { serverId, toolName, tool } = call;
    if (call.isReadOnly || isKnownToRead(fleet.get(serverId), toolName)) return true;
    const write = effectOf(tool.annotations) === "write";
    const outcome = await approvals.ask(
      {
        callId: asking.get(request)?.callId ?? "",
        from: "widget",
        tool: `${serverId}__${toolName}`,
        serverId,
        arguments: call.arguments,
        effect: write ? "write" : "destructive",
        reason: `The view of ${serverId} wants to call ${toolName}.`,
      },
      signal,
    );
    return outcome.approved;
  };
  const handle = createMcpViewCallHandler({
    servers: (serverId) => fleet.pool.server(serverId),
    hostOrigins: [ownOrigin],
    approve: (call, { request, signal }) => approve(call, request, signal),
  });

  return {
    async run({ serverId, callId: instance }, call, signal) {
      const stop = new AbortController();
      running.set(call.callId, stop);
      try {
        const request = new Request(`${ownOrigin}/?serverId=${encodeURIComponent(serverId)}`, {
          method: "POST",
          headers: { origin: ownOrigin, "content-type": "application/json" },
          body: JSON.stringify({
            method: "tools/call",
            params: { name: call.tool, arguments: call.arguments },
            instance,
          }),
          signal: AbortSignal.any([signal, stop.signal]),
        });
        asking.set(request, call);
        return await toAnswer(await handle(request));
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        return { error: { code: -32_000, message: "The call was cancelled." } };
      } finally {
        running.delete(call.callId);
      }
    },
    cancel(callId) {
      const stop = running.get(callId);
      stop?.abort(new Error("Cancelled on the page."));
      return stop !== undefined;
    },
  };
}

/** A refusal as an error that a view understands (JSON-RPC: server errors are -32000 to -32099). */
async function toAnswer(response: Response): Promise<WidgetAnswer> {
  const body: unknown = await response.json();
  if (isJsonObject(body) && body.ok === true && isJsonObject(body.result)) return { result: body.result };
  const error = isJsonObject(body) && isJsonObject(body.error) ? body.error : {};
  const message = typeof error.message === "string" ? error.message : "The call was not made.";
  return { error: { code: -32_000, message } };
}
