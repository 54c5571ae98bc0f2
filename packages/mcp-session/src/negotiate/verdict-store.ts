import { abortable, type Clock, cacheKey, isJsonObject, type KeyValueStore, mcpDefaults } from "@x/mcp-core";
import type { McpEraVerdict, McpNegotiation } from "./negotiation.ts";
import { modernVersions } from "./protocol-versions.ts";

/** Remembers the era of one server from connection to connection (MCP 2026-07-28 basic/versioning). */
export interface VerdictStore {
  read(): Promise<McpEraVerdict | undefined>;
  write(negotiation: McpNegotiation): Promise<void>;
  forget(): Promise<void>;
}

/** The store has so long to answer; the era of a server is not worth more. */
const storeTimeoutMs = 2_000;

/** Silence may have been a slow start, so it is believed for an hour, not for a day. */
const silenceTtlMs = 60 * 60 * 1000;

/**
 * Makes the store of one server and principal. A store that fails, or takes its time, costs a probe and never a
 * connect: its errors become warnings.
 */
export function createVerdictStore(options: {
  readonly store: KeyValueStore;
  readonly configKey: string;
  readonly principal: string;
  readonly clock: Clock;
  warn(code: string, message: string): void;
}): VerdictStore {
  const { store, configKey, principal, clock, warn } = options;
  const key = `mcp-era:${cacheKey([configKey, principal])}`;

  const guarded = async <T>(
    what: string,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> => {
    const controller = new AbortController();
    const disarm = clock.after(storeTimeoutMs, () => controller.abort());
    try {
      return await abortable(run(controller.signal), controller.signal, "Waiting for the store");
    } catch (error) {
      const name = error instanceof Error ? error.name : "an error";
      warn(
        "store-failed",
        `The store could not ${what} the era of the server (${name}); it is probed instead.`,
      );
      return undefined;
    } finally {
      disarm();
    }
  };

  return {
    async read() {
      const entry = await guarded("read", (signal) => store.get(key, { signal }));
      return entry === undefined ? undefined : parse(entry.value);
    },
    async write({ era, evidence, protocolVersion, discover }) {
      const verdict: McpEraVerdict =
        era === "modern" ? { era, protocolVersion, discover: discover ?? {} } : { era };
      const ttlMs = evidence === "silence" ? silenceTtlMs : mcpDefaults.verdictTtlMs;
      await guarded("keep", (signal) => store.put(key, JSON.stringify(verdict), { ttlMs, signal }));
    },
    async forget() {
      await guarded("forget", () => store.delete(key));
    },
  };
}

/** The store is shared with other versions of this client, so what it holds is checked. */
function parse(text: string): McpEraVerdict | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Somebody else's value, or half a one: as good as none.
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  if (value.era === "legacy") return { era: "legacy" };
  const { protocolVersion, discover } = value;
  const known = typeof protocolVersion === "string" && modernVersions.includes(protocolVersion);
  return value.era === "modern" && known && isJsonObject(discover)
    ? { era: "modern", protocolVersion, discover }
    : undefined;
}
