import { isJsonObject, type JsonObject, type McpError, type McpLoss, type McpWire } from "@x/mcp-core";
import type { McpExchangeOutcome } from "../exchange/outcome.ts";
import { outcomeError } from "../exchange/outcome-error.ts";
import { isModernVersion, legacyVersions, modernVersions } from "./protocol-versions.ts";
import { rpcCodes } from "./rpc-codes.ts";

/** What the outcome of a `server/discover` probe says about a server. */
export type ProbeVerdict =
  | { readonly kind: "modern"; readonly protocolVersion: string; readonly discover: JsonObject }
  /** `offer` is the revision to begin the handshake with. */
  | { readonly kind: "legacy"; readonly offer: string }
  /** The server wants another revision that we speak too. */
  | { readonly kind: "again"; readonly protocolVersion: string }
  /** The server has no revision that we speak. */
  | { readonly kind: "foreign"; readonly supported: readonly string[] }
  /** The process ended instead of answering: some legacy servers do. */
  | { readonly kind: "died"; readonly error: McpError }
  /** Says nothing about the era: the connect fails. */
  | { readonly kind: "failed"; readonly error: McpError };

const legacy: ProbeVerdict = { kind: "legacy", offer: legacyVersions[0] ?? "" };

/**
 * The era table (MCP 2026-07-28 basic/transports, "Backward compatibility"): a DiscoverResult or an
 * UnsupportedProtocolVersion that names a common revision is modern; a 401, a 403, a 5xx and a broken network say
 * nothing; anything else a server answers, a 4xx included, is legacy, whatever the error code.
 */
export function judgeProbe(
  outcome: McpExchangeOutcome,
  wireKind: McpWire["kind"],
  serverId: string,
): ProbeVerdict {
  const failed = (): ProbeVerdict => ({
    kind: "failed",
    error: outcomeError(outcome as Exclude<McpExchangeOutcome, { kind: "result" }>, {
      phase: "connect",
      what: `Asking server "${serverId}" for its era`,
      serverId,
    }),
  });
  switch (outcome.kind) {
    case "result":
      return judgeResult(outcome.result);
    case "rpc-error":
      return judgeRpcError(outcome.code, outcome.data);
    case "malformed":
      return legacy;
    case "lost":
      return judgeLoss(outcome.loss, wireKind) ?? failed();
    case "closed": {
      const ours = outcome.change.reason === "stopped" || outcome.change.reason === "sandbox-closed";
      const verdict = failed();
      return wireKind === "pipe" && !ours && verdict.kind === "failed"
        ? { ...verdict, kind: "died" }
        : verdict;
    }
    case "timeout":
      return wireKind === "http" ? failed() : legacy;
    default:
      return failed();
  }
}

function judgeResult(result: JsonObject): ProbeVerdict {
  const supported = stringsOf(result.supportedVersions);
  const common = modernVersions.find((version) => supported.includes(version));
  return common === undefined ? legacy : { kind: "modern", protocolVersion: common, discover: result };
}

function judgeRpcError(code: number, data: unknown): ProbeVerdict {
  if (code !== rpcCodes.unsupportedVersion) return legacy;
  const supported = isJsonObject(data) ? stringsOf(data.supported) : [];
  const common = modernVersions.find((version) => supported.includes(version));
  if (common !== undefined) return { kind: "again", protocolVersion: common };
  const offer = legacyVersions.find((version) => supported.includes(version));
  if (offer !== undefined) return { kind: "legacy", offer };
  return supported.some(isModernVersion) ? { kind: "foreign", supported } : legacy;
}

function judgeLoss(loss: McpLoss, wireKind: McpWire["kind"]): ProbeVerdict | undefined {
  const { status, body, cause } = loss;
  if (cause.code === "auth" || cause.code === "config" || cause.code === "limit") return undefined;
  // A one-shot process that ended without an answer, like a pipe that did.
  if (status === undefined) return wireKind === "http" ? undefined : legacy;
  if (status < 400 || status >= 500 || status === 401 || status === 403) return undefined;
  const error = parseError(body);
  return error === undefined ? legacy : judgeRpcError(error.code, error.data);
}

function parseError(body: string | undefined): { readonly code: number; readonly data: unknown } | undefined {
  if (body === undefined || body === "") return undefined;
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    if (!isJsonObject(error) || typeof error.code !== "number") return undefined;
    return { code: error.code, data: error.data };
  } catch {
    // Not JSON, or JSON null: any 4xx page says "legacy", so there is nothing to report.
    return undefined;
  }
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
