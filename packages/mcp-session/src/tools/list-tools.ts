import type { JsonObject } from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import type { FailedOutcome, FailureContext } from "../exchange/outcome-error.ts";
import type { SessionSettings } from "../session-options.ts";
import { emptyToolList, readToolList, type ToolList } from "./read-tool-list.ts";

/** How listing the tools of a server is named in errors. */
export function listContext(serverId: string): FailureContext {
  return { phase: "list", what: `Listing the tools of server "${serverId}"`, serverId };
}

/** Lists the tools of a connection; a server without the capability has none, and is not asked. */
export async function listTools(
  connection: Connection,
  settings: Pick<SessionSettings, "clock" | "serverId" | "maxPages" | "maxToolBytes">,
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs?: number | undefined;
    readonly totalTimeoutMs?: number | undefined;
  },
): Promise<{ readonly list: ToolList } | { readonly failure: FailedOutcome }> {
  const { clock } = settings;
  const { capabilities, era } = connection.negotiation;
  if (capabilities.tools === undefined || capabilities.tools === null) return { list: emptyToolList };
  const endsAt = clock.now() + (options.totalTimeoutMs ?? Number.POSITIVE_INFINITY);
  let failure: FailedOutcome | undefined;
  const fetchPage = async (params: JsonObject): Promise<JsonObject> => {
    const outcome = await connection.exchange.request("tools/list", params, {
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? Number.POSITIVE_INFINITY,
      totalTimeoutMs: endsAt - clock.now(),
    });
    if (outcome.kind === "result") return outcome.result;
    failure = outcome;
    // Any page without a list ends the walk.
    return {};
  };
  const mirrorsHeaders = era === "modern" && connection.wireKind === "http";
  const list = await readToolList(fetchPage, { ...settings, mirrorsHeaders });
  return failure === undefined ? { list } : { failure };
}
