import { isPrivateHost } from "./private-host.ts";

/** A declared source that is a plain origin. */
export interface CspSource {
  readonly scheme: "https" | "http" | "wss" | "ws";
  /** In lower case; `*.` in front means every subdomain. */
  readonly host: string;
  readonly port?: number;
  /** Loopback, an internal network, or a name that means one. */
  readonly isPrivate: boolean;
}

const grammar = /^(?:(https?|wss?):\/\/)?((?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/;

/**
 * Reads an origin: an optional scheme (https, where none is written), a host, an optional port. Anything more, such
 * as a path, a user, a quote, a space, a keyword or a bare `*` or `https:`, is `undefined`, and so is a wildcard
 * over less than two labels, and an address in another notation than four decimal numbers.
 */
export function parseCspSource(text: unknown): CspSource | undefined {
  if (typeof text !== "string" || text.length > 300) return undefined;
  const match = grammar.exec(text);
  if (match === null) return undefined;
  const host = (match[2] ?? "").toLowerCase();
  const name = host.startsWith("*.") ? host.slice(2) : host;
  const labels = name.split(".");
  if (name.length > 253 || !labels.every((part) => label.test(part))) return undefined;
  const last = labels.at(-1) ?? "";
  // A browser reads any host that ends in a number as an address, in all of its old notations.
  const isAddress = /^(?:\d+|0x[0-9a-f]*)$/.test(last);
  if (isAddress && (host !== name || !ipv4.test(name))) return undefined;
  if (host !== name && labels.length < 2) return undefined;
  const port = match[3] === undefined ? undefined : Number(match[3]);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const scheme = (match[1] ?? "https").toLowerCase() as CspSource["scheme"];
  return { scheme, host, ...(port === undefined ? {} : { port }), isPrivate: isPrivateHost(name) };
}

/** As it is written in a header. */
export function formatCspSource({ scheme, host, port }: CspSource): string {
  return `${scheme}://${host}${port === undefined ? "" : `:${port}`}`;
}
