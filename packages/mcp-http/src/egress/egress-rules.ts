import { ConfigError } from "@x/mcp-core";

/** What a transport may connect to beside https on public addresses and anything on loopback. Plain data. */
export interface EgressRules {
  /**
   * `host:port` as it stands in the URL, such as `db.internal:8443` or `[fd00::1]:443`. Lifts, for exactly that
   * target, the demand for https and for a public address.
   */
  readonly allow?: readonly string[];
}

const entry = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+):(\d{1,5})$/i;

/**
 * The targets of {@link EgressRules.allow}, as {@link targetOf} writes them.
 *
 * @throws ConfigError (code `config`) for an entry that is no `host:port`.
 */
export function allowedTargets(rules: EgressRules | undefined, serverId?: string): ReadonlySet<string> {
  const targets = new Set<string>();
  for (const [index, value] of (rules?.allow ?? []).entries()) {
    const [, host, port] = entry.exec(value) ?? [];
    if (host === undefined || port === undefined)
      throw new ConfigError({
        pointer: `/egress/allow/${index}`,
        problem: 'expected host:port without a scheme or a path, such as "db.internal:8443".',
        serverId,
      });
    targets.add(`${plainHost(host)}:${Number(port)}`);
  }
  return targets;
}

/** The host and port a URL leads to, in one spelling. */
export function targetOf(url: Pick<URL, "hostname" | "port" | "protocol">): string {
  return `${plainHost(url.hostname)}:${url.port === "" ? defaultPort(url.protocol) : url.port}`;
}

/** Lower case, without the dot that ends a fully qualified name. */
export function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}

function defaultPort(protocol: string): number {
  return protocol === "http:" ? 80 : 443;
}
