import type { buildConnector, Dispatcher } from "undici";
import type { EgressGuard } from "../egress/egress-guard.ts";
import { plainHost, targetOf } from "../egress/egress-rules.ts";
import { pinnedLookup, type ResolveHost } from "../egress/pinned-lookup.ts";
import { bypassesProxy, type HttpProxy } from "./http-proxy.ts";

type Undici = typeof import("undici");

/** What the connections of one sender are made of. */
export interface ConnectionOptions {
  readonly connectTimeoutMs: number;
  readonly ca?: string | readonly string[] | undefined;
  readonly proxy?: HttpProxy | undefined;
}

/** The connections of one sender: kept alive, each checked by the guard when it is made. */
export interface Dispatchers {
  /** The dispatcher a URL is reached through. */
  for(url: URL): Dispatcher;
  /** How many connections were made so far. */
  readonly connections: () => number;
  destroy(): Promise<void>;
}

/**
 * Undici cuts a response after 300 s without headers or data; a tool may take longer and a standing stream may be
 * silent for longer, so both limits are off: deadlines are the caller's.
 */
const untimed = { headersTimeout: 0, bodyTimeout: 0 };

/** Makes the dispatchers. A proxy resolves names itself: for what goes through one, the guard sees names only. */
export function createDispatchers(
  undici: Undici,
  guard: EgressGuard,
  resolve: ResolveHost,
  options: ConnectionOptions,
): Dispatchers {
  let connections = 0;
  const tls = {
    timeout: options.connectTimeoutMs,
    ...(options.ca === undefined ? {} : { ca: [options.ca].flat() }),
  };
  const direct = new undici.Agent({ ...untimed, connect: guardedConnector(undici, guard, resolve, tls) });
  const { proxy } = options;
  const proxied =
    proxy === undefined
      ? undefined
      : new undici.ProxyAgent({
          ...untimed,
          uri: proxy.url,
          proxyTunnel: false,
          requestTls: tls,
          proxyTls: tls,
        });
  const all = proxied === undefined ? [direct] : [direct, proxied];
  for (const agent of all)
    agent.on("connect", () => {
      connections += 1;
    });
  return {
    connections: () => connections,
    for(url) {
      if (proxy === undefined || proxied === undefined) return direct;
      const target = targetOf(url);
      return guard.policyOf(target) === "loopback" || bypassesProxy(proxy, target) ? direct : proxied;
    },
    destroy: async () => {
      await Promise.all(all.map((agent) => agent.destroy()));
    },
  };
}

/** A connector of its own for each target, since `lookup` learns the name but not the port. */
function guardedConnector(
  undici: Undici,
  guard: EgressGuard,
  resolve: ResolveHost,
  tls: buildConnector.BuildOptions,
): buildConnector.connector {
  const connectors = new Map<string, buildConnector.connector>();
  return (options, callback) => {
    const port = options.port || (options.protocol === "http:" ? "80" : "443");
    const target = `${plainHost(options.hostname)}:${port}`;
    let connector = connectors.get(target);
    if (connector === undefined) {
      const lookup = pinnedLookup(guard, resolve, target, guard.policyOf(target));
      connector = undici.buildConnector({ ...tls, lookup });
      connectors.set(target, connector);
    }
    connector(options, callback);
  };
}
