import type { LookupFunction } from "node:net";
import type { EgressGuard, TargetPolicy } from "./egress-guard.ts";

/** An address a name resolved to. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name to all its addresses. */
export type ResolveHost = (
  hostname: string,
  options: { readonly family?: number | "IPv4" | "IPv6" | undefined; readonly hints?: number | undefined },
) => Promise<readonly ResolvedAddress[]>;

/** The resolver of the machine. */
export const systemResolve: ResolveHost = async (hostname, { family, hints }) => {
  const { lookup } = await import("node:dns/promises");
  return lookup(hostname, {
    all: true,
    ...(family === undefined ? {} : { family }),
    ...(hints === undefined ? {} : { hints }),
  });
};

/**
 * The `lookup` of one connection: the addresses it hands to `connect` are the very ones that were checked, so a
 * name that resolves differently a moment later (DNS rebinding) changes nothing.
 */
export function pinnedLookup(
  guard: EgressGuard,
  resolve: ResolveHost,
  target: string,
  policy: TargetPolicy,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options).then(
      (addresses) => {
        try {
          const kept = guard.permitted(target, policy, addresses);
          if (options.all) callback(null, [...kept]);
          else callback(null, kept[0]?.address ?? "", kept[0]?.family);
        } catch (error) {
          callback(error as Error, []);
        }
      },
      (error: Error) => callback(error, []),
    );
  };
}
