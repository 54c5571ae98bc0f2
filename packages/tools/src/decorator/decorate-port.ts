import type { McpTransportPort } from "@x/mcp-core";

/** What a decorator does otherwise than the port it wraps. */
export type PortOverrides = Partial<McpTransportPort>;

/** A pool's ways to its servers' ports and to those of other principals. */
interface PortWithPorts {
  server?(serverId: string): McpTransportPort | undefined;
  as?(principal: string): McpTransportPort;
}

/**
 * Wraps a port: what `override` returns goes before it, everything else is its own, so that a pool stays a pool. The
 * ports a pool hands out, of single servers and other principals, are wrapped as well: there is no way around it.
 */
export function decoratePort<P extends McpTransportPort>(
  port: P,
  override: (port: McpTransportPort) => PortOverrides,
): P {
  const wrapped = new WeakMap<McpTransportPort, McpTransportPort>();
  const wrap = (inner: McpTransportPort): McpTransportPort => {
    const known = wrapped.get(inner) ?? decoratePort(inner, override);
    wrapped.set(inner, known);
    return known;
  };
  const pool = port as PortWithPorts;
  const overrides: object = {
    ...(pool.server === undefined
      ? {}
      : {
          server: (serverId: string) => {
            const inner = pool.server?.(serverId);
            return inner && wrap(inner);
          },
        }),
    ...(pool.as === undefined
      ? {}
      : { as: (principal: string) => wrap(pool.as?.(principal) as McpTransportPort) }),
    ...override(port),
  };
  // Over an object of its own: of a frozen one a proxy could not say anything else than it does.
  return new Proxy({} as P, {
    get(_target, key) {
      if (Object.hasOwn(overrides, key)) return Reflect.get(overrides, key);
      const value: unknown = Reflect.get(port, key, port);
      // A class's own methods need the object they belong to. Not bound: Node 24 does not take a bound function for a
      // disposer and says that it is none.
      return typeof value === "function"
        ? (...args: readonly unknown[]): unknown => Reflect.apply(value, port, args)
        : value;
    },
    has: (_target, key) => Reflect.has(port, key),
    getPrototypeOf: () => Reflect.getPrototypeOf(port),
  });
}
