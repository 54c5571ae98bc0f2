import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";

/** A JSON-RPC message that a view got from its host. */
export interface HostMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

const notifications: Readonly<Record<string, string>> = {
  "ui/notifications/tool-input": "McpUiToolInputNotification",
  "ui/notifications/tool-input-partial": "McpUiToolInputPartialNotification",
  "ui/notifications/tool-result": "McpUiToolResultNotification",
  "ui/notifications/tool-cancelled": "McpUiToolCancelledNotification",
  "ui/notifications/host-context-changed": "McpUiHostContextChangedNotification",
  "ui/resource-teardown": "McpUiResourceTeardownRequest",
};

const results: Readonly<Record<string, string>> = {
  "ui/initialize": "McpUiInitializeResult",
  "ui/open-link": "McpUiOpenLinkResult",
  "ui/message": "McpUiMessageResult",
  "ui/request-display-mode": "McpUiRequestDisplayModeResult",
};

/**
 * Says of each message what the official schema of MCP Apps has against it, or nothing. A message whose method the
 * schema does not know is a fault too, so that none goes unchecked.
 *
 * @param asked the methods of the view's requests, by id: a reply is checked as the answer to its request
 */
export function faultsOf(
  messages: readonly HostMessage[],
  asked: ReadonlyMap<unknown, string>,
): readonly string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const definitions = readDefinitions();
  const check = (name: string, value: unknown): readonly string[] => {
    const definition = definitions[name];
    if (definition === undefined) return [`the schema has no ${name}`];
    return ajv.validate(definition, value) ? [] : [`${name}: ${ajv.errorsText()}`];
  };
  return messages.flatMap((message) => {
    const { id, method, result } = message;
    if (method !== undefined) {
      const name = notifications[method];
      const { jsonrpc, id: _, ...body } = message as HostMessage & { readonly jsonrpc?: string };
      if (jsonrpc !== "2.0" || name === undefined) return [`nothing is known of ${method}`];
      return check(name, body);
    }
    const request = asked.get(id);
    if (request === undefined) return [`nobody asked for reply ${id}`];
    const name = results[request];
    return result === undefined || name === undefined ? [] : check(name, result);
  });
}

/**
 * Each definition is a schema of its own: its references are to what is inside it. One place is impossible to satisfy:
 * of `containerDimensions` the half about heights forbids what the half about widths is about, and the other way round.
 */
function readDefinitions(): Readonly<Record<string, object>> {
  const file = fileURLToPath(import.meta.resolve("@modelcontextprotocol/ext-apps/schema.json"));
  const schema = JSON.parse(readFileSync(file, "utf8"), (key, value: unknown) =>
    key === "containerDimensions" ? open(value) : value,
  ) as { readonly $defs: Record<string, object> };
  return schema.$defs;
}

/** The schema without `additionalProperties` in any depth. */
function open(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "additionalProperties" ? undefined : value,
  );
}
