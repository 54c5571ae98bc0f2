import { ConfigError, checkDeclaration, type DeclarationFields } from "@x/mcp-core";

/** When the servers of a pool run. Plain data. */
export interface McpPoolStartOptions {
  /**
   * Servers that are started with their first call: all (`true`), or these. Their tools are listed from the store,
   * where they have been listed before; a server that nothing is known of is started to be listed. Default: none.
   */
  readonly lazy?: boolean | readonly string[];
  /** How long a server may be without a call before it is stopped; the next call starts it again. Default: for ever. */
  readonly idleStopMs?: number;
  /** For single servers, by id; goes before `idleStopMs`. `Infinity` keeps one running. */
  readonly serverIdleStopMs?: Readonly<Record<string, number>>;
}

/** What that means for one server; undefined where it runs from the first connect to the end. */
export function restOf(
  serverId: string,
  { lazy = false, idleStopMs, serverIdleStopMs = {} }: McpPoolStartOptions,
): { readonly lazy: boolean; readonly idleStopMs: number | undefined } | undefined {
  const own = Object.hasOwn(serverIdleStopMs, serverId) ? serverIdleStopMs[serverId] : idleStopMs;
  const late = typeof lazy === "boolean" ? lazy : lazy.includes(serverId);
  const idle = own === Number.POSITIVE_INFINITY ? undefined : own;
  return late || idle !== undefined ? { lazy: late, idleStopMs: idle } : undefined;
}

const fields: DeclarationFields = {
  lazy: {
    type: "any",
    example: 'true or ["search"]',
    problem: (value: unknown) =>
      typeof value === "boolean" || (Array.isArray(value) && value.every((id) => typeof id === "string"))
        ? undefined
        : 'expected true, false or a list of server ids. Write lazy: ["search"].',
  },
  idleStopMs: { type: "positive", example: "600_000" },
  serverIdleStopMs: { type: "object", example: "{ search: 600_000 }" },
};

/** @throws ConfigError for options of the wrong type: a pool must not stop servers by mistake. */
export function checkStartOptions({ lazy, idleStopMs, serverIdleStopMs }: McpPoolStartOptions): void {
  checkDeclaration({ lazy, idleStopMs, serverIdleStopMs }, fields, { pointer: "", what: "a pool" });
  for (const [serverId, value] of Object.entries(serverIdleStopMs ?? {}))
    if (typeof value !== "number" || !(value > 0))
      throw new ConfigError({
        pointer: `/serverIdleStopMs/${serverId.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        problem: "expected a number of milliseconds above 0. Write 600_000, or Infinity to keep it running.",
        serverId,
      });
}
