/** Literals of loopback as `URL` writes them: 127/8, ::1, and 127/8 inside IPv6 (mapped, or behind NAT64). */
const literal = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|\[(?:::ffff:|64:ff9b::)7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/** True for this machine's own names and addresses, in the spelling of `URL.hostname`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return host === "localhost" || host.endsWith(".localhost") || literal.test(host);
}
