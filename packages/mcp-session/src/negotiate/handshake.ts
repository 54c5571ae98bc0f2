import { isJsonObject, type JsonObject, McpProtocolError } from "@x/mcp-core";
import type { McpExchange } from "../exchange/exchange.ts";
import { type FailedOutcome, outcomeError } from "../exchange/outcome-error.ts";
import type { McpEraEvidence, McpNegotiation, McpNegotiatorOptions } from "./negotiation.ts";
import { acceptsLegacyVersion, legacyVersions } from "./protocol-versions.ts";
import { rpcCodes } from "./rpc-codes.ts";
import { readServerInfo } from "./server-info.ts";

/** A handshake that did not work, as an outcome: whether that is the end depends on what else is known. */
export type HandshakeResult =
  | { readonly negotiation: McpNegotiation }
  | { readonly failure: FailedOutcome; readonly error: McpProtocolError | Error };

/** The `initialize` handshake of the legacy era (MCP 2025-11-25 basic/lifecycle). */
export async function handshake(
  exchange: McpExchange,
  options: McpNegotiatorOptions,
  how: { readonly offer: string; readonly evidence: McpEraEvidence },
): Promise<HandshakeResult> {
  const { clientInfo, signal, serverId } = options;
  const capabilities = answerable(exchange, options.capabilities);
  exchange.speak("legacy", {});
  const outcome = await exchange.request(
    "initialize",
    { protocolVersion: how.offer, capabilities, clientInfo },
    { signal },
  );
  if (outcome.kind !== "result")
    return { failure: outcome, error: describeFailure(outcome, how.offer, options) };
  const protocolVersion = agreedVersion(outcome.result, how.offer, options);
  exchange.setProtocolVersion(protocolVersion);
  try {
    await exchange.notify("notifications/initialized", {});
  } catch (cause) {
    const failure: FailedOutcome = { kind: "not-sent", cause };
    throw outcomeError(failure, { phase: "connect", what: `Connecting to server "${serverId}"`, serverId });
  }
  const { result } = outcome;
  return {
    negotiation: {
      era: "legacy",
      evidence: how.evidence,
      protocolVersion,
      serverInfo: readServerInfo(result.serverInfo),
      capabilities: isJsonObject(result.capabilities) ? result.capabilities : {},
      ...(typeof result.instructions === "string" ? { instructions: result.instructions } : {}),
    },
  };
}

/** What a server can make use of: nobody could answer its questions on a wire that ends with each answer. */
function answerable(exchange: McpExchange, capabilities: JsonObject): JsonObject {
  if (exchange.wireKind !== "one-shot") return capabilities;
  const { elicitation: _, sampling: __, roots: ___, ...rest } = capabilities;
  return rest;
}

function agreedVersion(result: JsonObject, offer: string, options: McpNegotiatorOptions): string {
  const { serverId, warn } = options;
  const version = result.protocolVersion;
  const verdict = typeof version === "string" ? acceptsLegacyVersion(version) : "refused";
  if (typeof version !== "string" || verdict === "refused")
    throw new McpProtocolError({
      phase: "connect",
      code: "unsupported",
      message:
        `Server "${serverId}" answered the handshake with protocol version ${printable(version)}, and this client ` +
        `offered ${offer} (it speaks ${legacyVersions.join(", ")}). Update whichever of the two is older.`,
      serverId,
      outcome: "answered",
    });
  if (verdict === "unknown")
    warn(
      "unknown-protocol-version",
      `Server "${serverId}" speaks protocol version ${version}, which this client does not know; it goes on by the rules of ${legacyVersions[0]}.`,
    );
  return version;
}

function describeFailure(outcome: FailedOutcome, offer: string, options: McpNegotiatorOptions): Error {
  const { serverId } = options;
  const context = { phase: "connect", what: `The handshake with server "${serverId}"`, serverId } as const;
  const error = outcomeError(outcome, context);
  // A modern-only server names its versions here; nobody else would ever read them (2026-07-28 basic/versioning).
  if (outcome.kind !== "rpc-error" || outcome.code !== rpcCodes.unsupportedVersion) return error;
  const supported = isJsonObject(outcome.data) ? outcome.data.supported : undefined;
  const list = Array.isArray(supported) ? supported.map(printable).join(", ") : "other versions";
  return new McpProtocolError({
    ...context,
    code: "unsupported",
    message: `Server "${serverId}" speaks ${list} and refused ${offer}, which this client offered. Set its era to "auto" or "modern".`,
    rpcCode: outcome.code,
    rpcMessage: outcome.message,
    rpcData: outcome.data,
    outcome: "answered",
    cause: error,
  });
}

/** A version as it may be printed: whatever a server sent there, a line of text comes out. */
function printable(version: unknown): string {
  if (typeof version !== "string") return `of type ${version === null ? "null" : typeof version}`;
  return /^[\w.+-]{1,40}$/.test(version) ? version : "that is no version";
}
