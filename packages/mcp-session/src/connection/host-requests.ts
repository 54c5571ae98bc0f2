import { isJsonObject, type JsonObject, type McpHostHandlers } from "@x/mcp-core";
import type { McpElicitationMode } from "../negotiate/client-capabilities.ts";
import { fillElicitationDefaults } from "./elicitation-defaults.ts";

/** How a request of a server to its host ended. Texts are ours: nothing of what the host threw reaches the server. */
export type HostAnswer =
  | { readonly kind: "answer"; readonly result: JsonObject }
  | { readonly kind: "unsupported"; readonly detail: string }
  | { readonly kind: "invalid-request"; readonly detail: string }
  | { readonly kind: "failed"; readonly detail: string; readonly cause?: unknown };

/** What the host can be asked for. */
export interface HostRequests {
  /** Answers `elicitation/create`, `sampling/createMessage` or `roots/list`. Never rejects. */
  ask(method: string, params: JsonObject, signal: AbortSignal): Promise<HostAnswer>;
}

/**
 * Puts the host's handlers behind one door for both eras: requests on the wire in the legacy one, input requests
 * inside of results in the modern one. Checks the shape of what is asked and of what is answered.
 */
export function createHostRequests(options: {
  readonly serverId: string;
  readonly handlers: McpHostHandlers;
  readonly elicitationModes: readonly McpElicitationMode[];
}): HostRequests {
  const { serverId, handlers } = options;

  const elicit = async (params: JsonObject, signal: AbortSignal): Promise<HostAnswer> => {
    if (!handlers.elicit) return unsupported("elicitation");
    const mode = params.mode ?? "form";
    if (mode !== "form" && mode !== "url") return invalid("its mode is neither form nor url");
    if (!options.elicitationModes.includes(mode))
      return invalid(`elicitation in ${mode} mode was not offered`);
    if (typeof params.message !== "string") return invalid("it has no message");
    if (mode === "form" && !isJsonObject(params.requestedSchema)) return invalid("it has no requestedSchema");
    if (mode === "url" && !isUrl(params.url)) return invalid("it has no valid url");
    return readElicitation(await handlers.elicit(params, { serverId, signal }), mode, params);
  };

  const sample = async (params: JsonObject, signal: AbortSignal): Promise<HostAnswer> => {
    if (!handlers.sample) return unsupported("sampling");
    if (!Array.isArray(params.messages)) return invalid("it has no messages");
    const result: unknown = await handlers.sample(params, { serverId, signal });
    const usable =
      isJsonObject(result) &&
      typeof result.role === "string" &&
      typeof result.model === "string" &&
      (isJsonObject(result.content) || Array.isArray(result.content));
    return usable ? { kind: "answer", result } : failed("the host's answer lacks role, content or model");
  };

  const roots = async (): Promise<HostAnswer> => {
    if (!handlers.roots) return unsupported("roots");
    const list: unknown = await handlers.roots({ serverId });
    const usable = Array.isArray(list) && list.every((root) => isJsonObject(root) && isUrl(root.uri));
    return usable ? { kind: "answer", result: { roots: list } } : failed("a root of the host has no uri");
  };

  return {
    async ask(method, params, signal) {
      try {
        if (method === "elicitation/create") return await elicit(params, signal);
        if (method === "sampling/createMessage") return await sample(params, signal);
        if (method === "roots/list") return await roots();
        return unsupported(`"${method.slice(0, 64)}"`);
      } catch (cause) {
        return { kind: "failed", detail: "the host's handler failed", cause };
      }
    },
  };
}

function readElicitation(answer: unknown, mode: McpElicitationMode, params: JsonObject): HostAnswer {
  const { action, content } = isJsonObject(answer) ? answer : ({} as JsonObject);
  if (action === "decline" || action === "cancel") return { kind: "answer", result: { action } };
  if (action !== "accept") return failed("the host's answer has no action");
  // What a user does behind a URL never passes through the client.
  if (mode === "url") return { kind: "answer", result: { action } };
  if (content !== undefined && !isJsonObject(content))
    return failed("the content of the host's answer is no object");
  return {
    kind: "answer",
    result: { action, content: fillElicitationDefaults(content ?? {}, params.requestedSchema) },
  };
}

function isUrl(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value);
}

function unsupported(what: string): HostAnswer {
  return { kind: "unsupported", detail: `this host has no handler for ${what}` };
}

function invalid(detail: string): HostAnswer {
  return { kind: "invalid-request", detail };
}

function failed(detail: string): HostAnswer {
  return { kind: "failed", detail };
}
