import { Client, UnsupportedProtocolVersionError } from "@modelcontextprotocol/client";
import { isMcpError, systemClock } from "@x/mcp-core";
import { negotiate } from "@x/mcp-session";
import { toSdkTransport } from "@x/mcp-session/sdk";
import { createExchange } from "../../src/exchange/create-exchange.ts";
import { type Outcome, scriptedOutcomeWire } from "./scripted-outcome.ts";

/** How a negotiation ended: era and version, or which kind of failure. */
export type Verdict = `${"legacy" | "modern"} ${string}` | "unauthorized" | "no common version" | "fails";

const clientInfo = { name: "differential", version: "1.0.0" };
const probeTimeoutMs = 60;
/** Far above what any negotiation here takes, so that a hang is a failure and no wait. */
const deadlineMs = 5_000;

/** What `negotiate` makes of an outcome. */
export async function ourVerdict(outcome: Outcome): Promise<Verdict> {
  const wire = scriptedOutcomeWire(outcome);
  const exchange = createExchange({
    wire,
    clock: systemClock(),
    resetTimeoutOnProgress: true,
    onRequest: () => {},
    onNotification: () => {},
    onClosed: () => {},
    onEvent: () => {},
    warn: () => {},
  });
  await exchange.start();
  try {
    const { era, protocolVersion } = await negotiate(exchange, {
      era: "auto",
      clientInfo,
      capabilities: {},
      serverId: "scripted",
      probeTimeoutMs,
      clock: systemClock(),
      signal: AbortSignal.timeout(deadlineMs),
      warn: () => {},
    });
    return `${era} ${protocolVersion}`;
  } catch (error) {
    if (!isMcpError(error)) throw error;
    if (error.code === "auth") return "unauthorized";
    return error.code === "unsupported" ? "no common version" : "fails";
  } finally {
    await wire.close();
  }
}

/** What the official Client makes of it, over our bridge. */
export async function sdkVerdict(outcome: Outcome): Promise<Verdict> {
  const wire = scriptedOutcomeWire(outcome);
  const client = new Client(clientInfo, {
    versionNegotiation: { mode: "auto", probe: { timeoutMs: probeTimeoutMs } },
  });
  try {
    await client.connect(toSdkTransport(wire), { timeout: deadlineMs });
    return `${client.getProtocolEra() ?? "legacy"} ${client.getNegotiatedProtocolVersion() ?? ""}`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === "UnauthorizedError") return "unauthorized";
    const foreign =
      error instanceof UnsupportedProtocolVersionError ||
      error.message.includes("protocol version is not supported");
    return foreign ? "no common version" : "fails";
  } finally {
    await client.close();
    await wire.close();
  }
}
