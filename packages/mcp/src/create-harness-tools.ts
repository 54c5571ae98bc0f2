import { createHarnessTools as createTools, type HarnessToolDeclaration, type HarnessTools } from "@x/tools";
import { transportFactories } from "./transport-factories.ts";
import { type McpTransportOptions, portContext } from "./transport-options.ts";

/**
 * Makes the tools an agent declares in place, with the transports of this door: each key is a tool's name for the
 * model, and declarations that name the same server share one. Nothing is loaded, started or sent before the first
 * call.
 *
 * @throws ConfigError for a bad declaration, and for an `mcp_stdio` tool without a sandbox to run in.
 */
export function createHarnessTools<K extends string>(
  record: Readonly<Record<K, HarnessToolDeclaration>>,
  options: McpTransportOptions = {},
): HarnessTools<K> {
  return createTools(record, { ...portContext(options), factories: { ...transportFactories(options) } });
}
