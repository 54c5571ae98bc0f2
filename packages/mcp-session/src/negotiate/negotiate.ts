import { isJsonObject, type JsonObject, McpProtocolError } from "@x/mcp-core";
import type { McpExchange } from "../exchange/exchange.ts";
import { handshake } from "./handshake.ts";
import { judgeProbe, type ProbeVerdict } from "./judge-probe.ts";
import { metaKeys } from "./meta-keys.ts";
import type { McpEraEvidence, McpNegotiation, McpNegotiatorOptions } from "./negotiation.ts";
import { type Probe, sendProbe } from "./probe.ts";
import { legacyVersions, modernVersions } from "./protocol-versions.ts";
import { ServerDiedOnProbeError } from "./server-died-on-probe-error.ts";
import { readServerInfo } from "./server-info.ts";

/**
 * Agrees with a server on an era and a revision: probes in place with `server/discover`, falls back to the
 * `initialize` handshake (MCP 2026-07-28 basic/versioning). With a modern `prior` nothing is sent at all.
 *
 * @throws McpProtocolError phase `connect`; `McpAuthError` where authorization failed.
 */
export async function negotiate(
  exchange: McpExchange,
  options: McpNegotiatorOptions,
): Promise<McpNegotiation> {
  const { era, prior } = options;
  const offer = legacyVersions[0] ?? "";
  if (era === "legacy") return legacyOnly(exchange, options, offer, "declared");
  if (prior?.era === "modern")
    return speakModern(exchange, options, prior.protocolVersion, prior.discover, "prior");
  if (prior?.era === "legacy" && era === "auto") return legacyOnly(exchange, options, offer, "prior");
  let protocolVersion = modernVersions[0] ?? "";
  for (let corrected = false; ; corrected = true) {
    exchange.speak("modern", envelope(protocolVersion, options));
    // Where nothing else is an option, a server may take the whole connect deadline to start.
    const probe = sendProbe(exchange, era === "auto" ? options : { ...options, probeTimeoutMs: undefined });
    try {
      const verdict = judgeProbe(await probe.first, exchange.wireKind, options.serverId);
      if (verdict.kind === "again" && !corrected) protocolVersion = verdict.protocolVersion;
      else return await conclude(exchange, options, verdict, probe);
    } finally {
      probe.end();
    }
  }
}

async function conclude(
  exchange: McpExchange,
  options: McpNegotiatorOptions,
  verdict: ProbeVerdict,
  probe: Probe,
): Promise<McpNegotiation> {
  const { serverId } = options;
  switch (verdict.kind) {
    case "modern":
      return speakModern(exchange, options, verdict.protocolVersion, verdict.discover, "answer");
    case "failed":
      throw verdict.error;
    case "died":
      if (options.era === "modern") throw verdict.error;
      throw new ServerDiedOnProbeError({ message: verdict.error.message, serverId, cause: verdict.error });
    case "legacy":
      if (options.era === "auto") return fallBack(exchange, options, verdict.offer, probe);
      throw foreign(serverId, 'only the legacy handshake, and its era is set to "modern"');
    case "again":
      throw foreign(serverId, `${verdict.protocolVersion}, which it refused when asked`);
    case "foreign":
      throw foreign(
        serverId,
        verdict.supported.filter((version) => /^[\w.-]{1,40}$/.test(version)).join(", "),
      );
  }
}

/** The handshake after the probe, with an ear for a late answer to it. */
async function fallBack(
  exchange: McpExchange,
  options: McpNegotiatorOptions,
  offer: string,
  probe: Probe,
): Promise<McpNegotiation> {
  const silent = probe.outcome() === undefined;
  const result = await handshake(exchange, options, { offer, evidence: silent ? "silence" : "answer" });
  if ("negotiation" in result) return result.negotiation;
  const late = probe.outcome();
  if (!silent || late === undefined) throw result.error;
  const verdict = judgeProbe(late, exchange.wireKind, options.serverId);
  if (verdict.kind === "modern")
    return speakModern(exchange, options, verdict.protocolVersion, verdict.discover, "answer");
  if (verdict.kind !== "died") throw result.error;
  throw new ServerDiedOnProbeError({
    message: verdict.error.message,
    serverId: options.serverId,
    cause: verdict.error,
  });
}

async function legacyOnly(
  exchange: McpExchange,
  options: McpNegotiatorOptions,
  offer: string,
  evidence: McpEraEvidence,
): Promise<McpNegotiation> {
  const result = await handshake(exchange, options, { offer, evidence });
  if ("negotiation" in result) return result.negotiation;
  throw result.error;
}

function speakModern(
  exchange: McpExchange,
  options: McpNegotiatorOptions,
  protocolVersion: string,
  discover: JsonObject,
  evidence: McpEraEvidence,
): McpNegotiation {
  exchange.speak("modern", envelope(protocolVersion, options));
  const meta = isJsonObject(discover._meta) ? discover._meta : {};
  return {
    era: "modern",
    evidence,
    protocolVersion,
    serverInfo: readServerInfo(meta[metaKeys.serverInfo]),
    capabilities: isJsonObject(discover.capabilities) ? discover.capabilities : {},
    ...(typeof discover.instructions === "string" ? { instructions: discover.instructions } : {}),
    discover,
  };
}

/** What every request of the modern era carries in its `_meta` (2026-07-28 basic, `_meta`). */
export function envelope(
  protocolVersion: string,
  options: Pick<McpNegotiatorOptions, "clientInfo" | "capabilities">,
): JsonObject {
  return {
    [metaKeys.protocolVersion]: protocolVersion,
    [metaKeys.clientInfo]: options.clientInfo,
    [metaKeys.clientCapabilities]: options.capabilities,
  };
}

function foreign(serverId: string, offered: string): McpProtocolError {
  return new McpProtocolError({
    phase: "connect",
    code: "unsupported",
    message: `Server "${serverId}" offers ${offered}; this client speaks ${[...modernVersions, ...legacyVersions].join(", ")}. Update whichever of the two is older.`,
    serverId,
    outcome: "answered",
  });
}
