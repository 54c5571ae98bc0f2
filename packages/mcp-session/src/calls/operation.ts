import type { JsonObject, McpPhase, McpProgress } from "@x/mcp-core";
import type { FailureContext } from "../exchange/outcome-error.ts";

/** Something a caller wants from a server, from the first send to the last. */
export interface Operation {
  readonly method: string;
  readonly params: JsonObject;
  readonly phase: McpPhase;
  readonly serverId: string;
  readonly toolName: string | undefined;
  /** Extra `_meta` keys of the request. */
  readonly meta: JsonObject | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  /** When the total deadline is over, by the supervisor's `now`. */
  readonly endsAt: number;
  readonly onProgress: ((progress: McpProgress) => void) | undefined;
  /** Whether it may run twice without harm, by the tool's own word. */
  readonly harmlessTwice: boolean;
  /** The headers that mirror arguments; asked again after the tool list was. */
  headers(): Readonly<Record<string, string>> | undefined;
}

/** How an operation is named in its errors; built only where there is one. */
export function failureContext(
  operation: Pick<Operation, "phase" | "serverId" | "toolName" | "method">,
): FailureContext & { readonly phase: McpPhase } {
  const { phase, serverId, toolName, method } = operation;
  const what =
    toolName === undefined ? `The request ${method.slice(0, 64)}` : `The call of tool "${toolName}"`;
  return { phase, serverId, toolName, what };
}
