import {
  type JsonObject,
  type JsonRpcMessage,
  McpAuthError,
  type McpLoss,
  McpProtocolError,
  type McpWire,
  type McpWireHandlers,
} from "@x/mcp-core";

/** What a scripted server does with one message. */
export type Reaction =
  | { readonly answer: JsonObject; readonly afterMs?: number }
  | { readonly loss: Omit<McpLoss, "cause"> }
  | "silent"
  | "closes"
  | "send-fails";

/** A scripted outcome of the era probe, and of the handshake where it comes to that. */
export interface Outcome {
  readonly name: string;
  readonly kind: "pipe" | "http";
  /** How the probe with this version is answered; `attempt` counts from 1. */
  discover(version: unknown, attempt: number): Reaction;
  /** How `initialize` is answered. Default: the version that was offered. */
  initialize?(offered: unknown): Reaction;
}

const cause = new McpProtocolError({ phase: "connect", message: "The scripted loss.", outcome: "unknown" });
const authCause = new McpAuthError({
  authCode: "auth_required",
  message: "The scripted refusal.",
  phase: "resource",
  retry: "after-user",
});

/** A wire tells a refusal for lack of authorization by its cause. */
function causeOf({ status }: Omit<McpLoss, "cause">): McpLoss["cause"] {
  return status === 401 || status === 403 ? authCause : cause;
}

/** A wire to the server of an outcome. */
export function scriptedOutcomeWire({ kind, discover, initialize }: Outcome): McpWire {
  let handlers: McpWireHandlers | undefined;
  let attempts = 0;
  let over = false;
  const end = (reason: "stopped" | "process-exited" | "dropped"): void => {
    if (over) return;
    over = true;
    handlers?.closed({ reason });
  };
  const react = ({ id, method, params }: JsonRpcMessage): Reaction => {
    if (id === undefined || id === null) return "silent";
    if (method === "server/discover") {
      const meta = params?._meta as JsonObject | undefined;
      return discover(meta?.["io.modelcontextprotocol/protocolVersion"], ++attempts);
    }
    return initialize?.(params?.protocolVersion) ?? legacyAnswer(params?.protocolVersion);
  };
  const perform = (reaction: Reaction, id: string | number): void => {
    if (over || reaction === "silent") return;
    if (reaction === "closes") end(kind === "pipe" ? "process-exited" : "dropped");
    else if (typeof reaction === "string") return;
    else if ("loss" in reaction) handlers?.lost(id, { ...reaction.loss, cause: causeOf(reaction.loss) });
    else if (reaction.afterMs === undefined) handlers?.message({ jsonrpc: "2.0", id, ...reaction.answer });
    else setTimeout(() => perform({ answer: reaction.answer }, id), reaction.afterMs);
  };
  return {
    kind,
    start: async (next) => {
      handlers = next;
    },
    send: async (message) => {
      const reaction = react(message);
      if (reaction === "send-fails") throw cause;
      queueMicrotask(() => perform(reaction, message.id ?? ""));
    },
    close: async () => end("stopped"),
  };
}

/** The answer of a well-behaved legacy server. */
export function legacyAnswer(protocolVersion: unknown): Reaction {
  return {
    answer: { result: { protocolVersion, capabilities: {}, serverInfo: { name: "scripted", version: "1" } } },
  };
}

/** A well-formed DiscoverResult, changed here and there. */
export function discoverResult(changes: JsonObject = {}): JsonObject {
  return {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: {},
    ttlMs: 0,
    cacheScope: "private",
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "scripted", version: "1" } },
    ...changes,
  };
}
