import { ConfigError } from "@x/mcp-core";

/** The official SDK, version 2. */
export type SdkModule = typeof import("@modelcontextprotocol/client");

/**
 * Loads the optional peer on first use.
 *
 * @throws ConfigError when it is not installed.
 */
export async function loadSdk(): Promise<SdkModule> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (cause) {
    throw new ConfigError({
      pointer: "/negotiator",
      problem:
        "sdkNegotiator() needs the package @modelcontextprotocol/client, version 2.4 or later. Install it, or leave `negotiator` out.",
      cause,
    });
  }
}
