import { ConfigError } from "@x/mcp-core";
import type ipaddr from "ipaddr.js";
import { type AddressClass, classifyAddress } from "./address-class.ts";
import { allowedTargets, type EgressRules, plainHost, targetOf } from "./egress-rules.ts";

/** Which addresses a target may have once its name is resolved. */
export type TargetPolicy = "any" | "loopback" | "public";

/** Decides where requests may go. */
export interface EgressGuard {
  /**
   * Checks what can be known before a name is resolved, and says what its addresses must be.
   *
   * @throws ConfigError (code `config`, `not-sent`) that names the key to set.
   */
  check(url: URL): TargetPolicy;
  /** The policy of a target that {@link check} let pass. */
  policyOf(target: string): TargetPolicy;
  /** The addresses of a name that its policy lets pass; throws as {@link check} does where none is left. */
  permitted<A extends { readonly address: string }>(
    target: string,
    policy: TargetPolicy,
    addresses: readonly A[],
  ): readonly A[];
}

/**
 * Makes the guard: https on public addresses, https and http on loopback, everything else only where it is
 * declared. Redirects, and names that resolve differently the next time, meet it again: every connection asks.
 */
export function createEgressGuard(
  library: typeof ipaddr,
  rules: EgressRules | undefined,
  serverId?: string,
): EgressGuard {
  const allowed = allowedTargets(rules, serverId);
  const policyOf = (target: string): TargetPolicy => {
    if (allowed.has(target)) return "any";
    const host = target.slice(0, target.lastIndexOf(":"));
    return isLoopbackName(host) || classifyAddress(library, host) === "loopback" ? "loopback" : "public";
  };
  const refuse = (target: string, problem: string): ConfigError =>
    new ConfigError({
      pointer: "/egress/allow",
      problem: `${problem} If that is meant, declare egress: { allow: [${JSON.stringify(target)}] }.`,
      serverId,
    });
  return {
    policyOf,
    check(url) {
      if (url.protocol !== "https:" && url.protocol !== "http:")
        throw badUrl(`only http and https are spoken, not "${url.protocol}".`, serverId);
      if (url.username !== "" || url.password !== "")
        throw badUrl("a URL may not hold a user name or a password: declare `auth` instead.", serverId);
      const target = targetOf(url);
      const policy = policyOf(target);
      if (policy === "any" || policy === "loopback") return policy;
      const literal = classifyAddress(library, plainHost(url.hostname));
      if (literal !== undefined && literal !== "public") throw refuse(target, sentence(target, literal));
      if (url.protocol === "http:")
        throw refuse(target, `${target} would be spoken to without encryption: use https.`);
      return policy;
    },
    permitted(target, policy, addresses) {
      if (policy === "any") return addresses;
      const classes = addresses.map(({ address }) => classifyAddress(library, address) ?? "unknown");
      const kept = addresses.filter((_, index) => classes[index] === policy);
      if (kept.length > 0) return kept;
      throw refuse(target, sentence(target, classes[0] ?? "unknown"));
    },
  };
}

/** RFC 6761 6.3. */
function isLoopbackName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** Names the range and not the address: the refusal must not tell what an inner name resolves to. */
function sentence(target: string, range: AddressClass): string {
  return `${target} leads to a ${range} address, and only public ones are reached by default.`;
}

function badUrl(problem: string, serverId: string | undefined): ConfigError {
  return new ConfigError({ pointer: "/url", problem, serverId });
}
