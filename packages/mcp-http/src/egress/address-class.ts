import type ipaddr from "ipaddr.js";

type AddressLibrary = typeof ipaddr;

/** What an address is good for: `public`, `loopback`, or the name of the range that bars it. */
export type AddressClass = "public" | "loopback" | (string & {});

/** Metadata services of clouds that sit on an address which looks public. */
const metadataAddresses: readonly string[] = ["168.63.129.16"];

/**
 * Classifies an IP address; `undefined` where the text is none. An IPv4 address inside an IPv6 one (mapped, or
 * behind the well-known NAT64 prefix of RFC 6052) counts as itself. Of IPv6 only 2000::/3 is public (RFC 4291).
 */
export function classifyAddress(library: AddressLibrary, text: string): AddressClass | undefined {
  const literal = text.replace(/^\[|\]$/g, "");
  if (!library.isValid(literal)) return undefined;
  const address = library.parse(literal);
  if (address.kind() === "ipv4") return classifyIpv4(address as ipaddr.IPv4);
  const six = address as ipaddr.IPv6;
  if (six.isIPv4MappedAddress()) return classifyIpv4(six.toIPv4Address());
  if (six.match(library.parse("64:ff9b::") as ipaddr.IPv6, 96))
    return classifyIpv4(library.fromByteArray(six.toByteArray().slice(12)) as ipaddr.IPv4);
  const range = six.range();
  if (range === "loopback") return "loopback";
  const global = six.match(library.parse("2000::") as ipaddr.IPv6, 3);
  return range === "unicast" && global ? "public" : rangeName(range === "unicast" ? "reserved" : range);
}

function classifyIpv4(address: ipaddr.IPv4): AddressClass {
  const range = address.range();
  if (range === "loopback") return "loopback";
  if (metadataAddresses.includes(address.toString())) return "metadata";
  return range === "unicast" ? "public" : rangeName(range);
}

/** `linkLocal` → `link-local`. */
function rangeName(range: string): string {
  return range.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
