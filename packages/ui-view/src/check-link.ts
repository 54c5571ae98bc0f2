/** Schemes beside `https:` that a page may let views open. */
export type OptionalLinkScheme = "http" | "mailto";

/** What is known about an address that a view wants opened. */
export type LinkVerdict =
  | {
      readonly ok: true;
      /** The address as a browser reads it. */
      readonly href: string;
      /** The host to show to the user; empty for `mailto:`. */
      readonly host: string;
    }
  | { readonly ok: false; readonly reason: "not-an-address" | "scheme" | "credentials" };

const maxLength = 8_192;

/**
 * Judges an address of `ui/open-link` after reading it as a browser would (WHATWG URL), so that tabs, capitals and
 * missing slashes hide nothing. Relative addresses and those with a user part are refused.
 */
export function checkLink(address: unknown, alsoAllowed: readonly OptionalLinkScheme[] = []): LinkVerdict {
  if (typeof address !== "string" || address.length > maxLength || !URL.canParse(address))
    return { ok: false, reason: "not-an-address" };
  const { href, host, protocol, username, password } = new URL(address);
  const schemes: readonly string[] = ["https", ...alsoAllowed];
  if (!schemes.includes(protocol.slice(0, -1))) return { ok: false, reason: "scheme" };
  if (username !== "" || password !== "") return { ok: false, reason: "credentials" };
  return { ok: true, href, host };
}
