import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { UiJsonObject } from "@x/ui-resources";
import { Ajv2020 } from "ajv/dist/2020.js";

type Node = { [key: string]: unknown };

const path = createRequire(import.meta.url).resolve("@modelcontextprotocol/ext-apps/schema.json");

/**
 * The schema of the official SDK, made from its validators, is stricter than these in two places: style variables
 * may be any subset (SEP-1865, Theming), and the two halves of containerDimensions each forbid the keys of the other.
 */
function loosen(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node as Node)) {
    if (key === "variables") delete (value as Node).required;
    if (key === "containerDimensions") allowExtras(value);
    loosen(value);
  }
}

function allowExtras(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  delete (node as Node).additionalProperties;
  for (const value of Object.values(node as Node)) allowExtras(value);
}

const schema = JSON.parse(readFileSync(path, "utf8")) as { readonly $defs: Record<string, Node> };
loosen(schema.$defs);
const ajv = new Ajv2020({ strict: false, validateFormats: false });

const definitionOfMessage: Record<string, string> = {
  "ui/notifications/tool-input": "McpUiToolInputNotification",
  "ui/notifications/tool-input-partial": "McpUiToolInputPartialNotification",
  "ui/notifications/tool-result": "McpUiToolResultNotification",
  "ui/notifications/tool-cancelled": "McpUiToolCancelledNotification",
  "ui/notifications/host-context-changed": "McpUiHostContextChangedNotification",
  "ui/resource-teardown": "McpUiResourceTeardownRequest",
};
const definitionOfResult: Record<string, string> = {
  "ui/initialize": "McpUiInitializeResult",
  "ui/open-link": "McpUiOpenLinkResult",
  "ui/message": "McpUiMessageResult",
  "ui/download-file": "McpUiDownloadFileResult",
  "ui/request-display-mode": "McpUiRequestDisplayModeResult",
};
/** What a host may send of MCP itself, without parameters of its own. */
const plainMessages = [
  "ping",
  "tools/list",
  "notifications/tools/list_changed",
  "notifications/resources/list_changed",
  "notifications/prompts/list_changed",
];

const validators = new Map<string, (value: unknown) => string | undefined>();
function validatorOf(definition: string): (value: unknown) => string | undefined {
  const known = validators.get(definition);
  if (known !== undefined) return known;
  const validate = ajv.compile(schema.$defs[definition] ?? false);
  const check = (value: unknown) => (validate(value) ? undefined : ajv.errorsText(validate.errors));
  validators.set(definition, check);
  return check;
}

/** What is wrong with a message of a host; an answer is checked against the method it answers. */
export function schemaProblem(message: UiJsonObject, answeredMethod: string | undefined): string | undefined {
  const { jsonrpc, id: _, ...rest } = message;
  if (jsonrpc !== "2.0") return "no JSON-RPC";
  if (typeof rest.method === "string") {
    const definition = definitionOfMessage[rest.method];
    if (definition !== undefined) return validatorOf(definition)(rest);
    if (rest.method === "tools/call") return undefined;
    return plainMessages.includes(rest.method) ? undefined : `unknown method ${rest.method}`;
  }
  if (rest.error !== undefined) {
    const { code, message: text } = rest.error as UiJsonObject;
    return Number.isSafeInteger(code) && typeof text === "string"
      ? undefined
      : "an error without code or text";
  }
  const definition = definitionOfResult[answeredMethod ?? ""];
  if (definition !== undefined) return validatorOf(definition)(rest.result);
  if (answeredMethod === "tools/call")
    return validatorOf("McpUiToolResultNotification")({
      method: "ui/notifications/tool-result",
      params: rest.result,
    });
  return typeof rest.result === "object" ? undefined : "no result";
}
