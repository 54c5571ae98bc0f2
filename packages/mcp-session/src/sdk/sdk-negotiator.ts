import type {
  Client,
  ConnectOptions,
  DiscoverResult,
  VersionNegotiationOptions,
} from "@modelcontextprotocol/client";
import { abortable, isMcpError, McpProtocolError, OperationTimeoutError } from "@x/mcp-core";
import type { McpExchange } from "../exchange/exchange.ts";
import { outcomeError } from "../exchange/outcome-error.ts";
import { envelope } from "../negotiate/negotiate.ts";
import type {
  McpEraEvidence,
  McpNegotiation,
  McpNegotiator,
  McpNegotiatorOptions,
} from "../negotiate/negotiation.ts";
import { modernVersions } from "../negotiate/protocol-versions.ts";
import { ServerDiedOnProbeError } from "../negotiate/server-died-on-probe-error.ts";
import { readServerInfo } from "../negotiate/server-info.ts";
import { loadSdk } from "./load-sdk.ts";
import { createSdkTransport } from "./sdk-channel.ts";
import { shareWire, type WireShare } from "./wire-share.ts";

/**
 * Lets the official `Client` (`@modelcontextprotocol/client`, an optional peer) agree with servers on era and
 * version; everything after that stays with the session: `createMcpSession({ …, negotiator: sdkNegotiator() })`.
 * What the Client does otherwise than `negotiate` is in the README. Its first use loads the SDK (about 200 ms).
 *
 * @throws ConfigError on the first connect when the peer is not installed.
 */
export function sdkNegotiator(): McpNegotiator {
  return async (exchange, options) => {
    const { Client: SdkClient } = await loadSdk();
    const share = shareWire(exchange);
    const transport = createSdkTransport(share.channel);
    const client = new SdkClient(options.clientInfo, {
      capabilities: options.capabilities,
      versionNegotiation: modeOf(options),
    });
    try {
      const connecting = client.connect(transport, priorOf(options));
      await abortable(connecting, options.signal, `Connecting to server "${options.serverId}"`);
      return conclude(client, exchange, options, share);
    } catch (error) {
      throw connectError(error, share, options);
    } finally {
      // Ends the Client with its timers; the wire goes on.
      await transport.close();
    }
  };
}

function modeOf({ era, probeTimeoutMs }: McpNegotiatorOptions): VersionNegotiationOptions {
  const mode = era === "modern" ? { pin: modernVersions[0] ?? "" } : era;
  return { mode, ...(probeTimeoutMs === undefined ? {} : { probe: { timeoutMs: probeTimeoutMs } }) };
}

function priorOf({ prior, era }: McpNegotiatorOptions): ConnectOptions {
  if (prior === undefined || era === "legacy" || (era === "modern" && prior.era === "legacy")) return {};
  if (prior.era === "legacy") return { prior: { kind: "legacy" } };
  // Kept as it came; the Client checks it.
  return { prior: { kind: "modern", discover: prior.discover as unknown as DiscoverResult } };
}

function conclude(
  client: Client,
  exchange: McpExchange,
  options: McpNegotiatorOptions,
  share: WireShare,
): McpNegotiation {
  const era = client.getProtocolEra() ?? "legacy";
  const protocolVersion = client.getNegotiatedProtocolVersion() ?? "";
  const instructions = client.getInstructions();
  const discover = client.getDiscoverResult();
  exchange.speak(era, era === "modern" ? envelope(protocolVersion, options) : {});
  return {
    era,
    evidence: evidenceOf(era, options, share),
    protocolVersion,
    serverInfo: readServerInfo(client.getServerVersion()),
    capabilities: { ...client.getServerCapabilities() },
    ...(instructions === undefined ? {} : { instructions }),
    ...(discover === undefined ? {} : { discover }),
  };
}

function evidenceOf(
  era: McpNegotiation["era"],
  options: McpNegotiatorOptions,
  share: WireShare,
): McpEraEvidence {
  if (options.era === "legacy") return "declared";
  if (!share.sent("server/discover")) return "prior";
  return era === "modern" || share.answeredProbe ? "answer" : "silence";
}

function connectError(error: unknown, share: WireShare, options: McpNegotiatorOptions): unknown {
  const { serverId, era, probeTimeoutMs } = options;
  const context = { phase: "connect", what: `Connecting to server "${serverId}"`, serverId } as const;
  if (share.end !== undefined) {
    const ended = outcomeError({ kind: "closed", change: share.end }, context);
    return era === "auto" && share.diedOnProbe
      ? new ServerDiedOnProbeError({ message: ended.message, serverId, cause: ended })
      : ended;
  }
  if (isMcpError(error) && error.code !== "auth" && share.loss?.cause !== error) return error;
  if (share.loss !== undefined) return outcomeError({ kind: "lost", loss: share.loss }, context);
  if (error instanceof Error && "code" in error && error.code === "REQUEST_TIMEOUT")
    return new OperationTimeoutError({
      deadline: "call",
      timeoutMs: probeTimeoutMs ?? 60_000,
      what: context.what,
      serverId,
      outcome: "unknown",
      cause: error,
    });
  return new McpProtocolError({
    ...context,
    message: `${context.what} failed: the official client refused what the server answered; its own error is the cause.`,
    outcome: "answered",
    cause: error,
  });
}
