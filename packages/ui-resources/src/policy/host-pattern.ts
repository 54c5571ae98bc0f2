import { type CspSource, parseCspSource } from "./csp-source.ts";

/** Whether every host that `source` reaches is one that `pattern` names. */
export function covers(pattern: string, source: CspSource): boolean {
  const named = read(pattern, source);
  return named !== undefined && (named.host === source.host || isBelow(source.host, named.host));
}

/** Whether some host that `source` reaches is one that `pattern` names. */
export function meets(pattern: string, source: CspSource): boolean {
  const named = read(pattern, source);
  if (named === undefined) return false;
  return named.host === source.host || isBelow(source.host, named.host) || isBelow(named.host, source.host);
}

/** A pattern without a scheme or a port is about all of them. */
function read(pattern: string, source: CspSource): CspSource | undefined {
  const named = parseCspSource(pattern);
  if (named === undefined) return undefined;
  if (/^[a-z]+:\/\//i.test(pattern) && named.scheme !== source.scheme) return undefined;
  return named.port === undefined || named.port === source.port ? named : undefined;
}

/** `a.example.com` and `*.a.example.com` are below `*.example.com`; `example.com` is not. */
function isBelow(host: string, wildcard: string): boolean {
  return wildcard.startsWith("*.") && host.endsWith(wildcard.slice(1)) && host !== wildcard;
}
