import { isMcpError, isSandboxError, type JsonObject, McpProtocolError } from "@x/mcp";
import type { ErrorView, IssueView } from "../contract/error-view.ts";
import { UiDocumentError } from "../widgets/ui-documents.ts";
import { WikiError } from "../wiki/wiki-error.ts";

/** A failure as the page shows it. What the server said in its own words is not part of it. */
export function toErrorView(error: unknown): ErrorView {
  if (error instanceof WikiError || error instanceof UiDocumentError)
    return { name: error.name, code: error.code, message: error.message };
  if (!isMcpError(error) && !isSandboxError(error)) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { name, code: "internal", message };
  }
  const facts: JsonObject = error.toJSON();
  return {
    name: error.name,
    code: error.code,
    message: error.message,
    ...texts(facts, "outcome", "phase", "signal", "stderrTail"),
    ...numbers(facts, "exitCode", "status"),
    ...(Array.isArray(facts.issues) ? { issues: facts.issues as readonly IssueView[] } : {}),
  };
}

/** {@link toErrorView} for whoever made the call: with the server's own words, which may repeat arguments. */
export function toCallErrorView(error: unknown): ErrorView {
  const said = error instanceof McpProtocolError ? error.rpcMessage : undefined;
  return { ...toErrorView(error), ...(said === undefined ? {} : { serverMessage: said }) };
}

function texts<K extends string>(facts: JsonObject, ...keys: readonly K[]): Partial<Record<K, string>> {
  return pick(facts, keys, (value) => typeof value === "string" && value !== "") as Partial<
    Record<K, string>
  >;
}

function numbers<K extends string>(facts: JsonObject, ...keys: readonly K[]): Partial<Record<K, number>> {
  return pick(facts, keys, (value) => typeof value === "number") as Partial<Record<K, number>>;
}

function pick(facts: JsonObject, keys: readonly string[], wanted: (value: unknown) => boolean): JsonObject {
  return Object.fromEntries(keys.filter((key) => wanted(facts[key])).map((key) => [key, facts[key]]));
}
