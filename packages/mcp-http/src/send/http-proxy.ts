import { plainHost } from "../egress/egress-rules.ts";

/** An HTTP proxy. Loopback targets are never sent through one. */
export interface HttpProxy {
  /** Such as `http://proxy.internal:3128`; user name and password in it authorize at the proxy. */
  readonly url: string;
  /** Hosts that are reached directly: `host`, `host:port`, `.suffix`, or `*` for all. */
  readonly bypass?: readonly string[];
}

/**
 * Reads `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy` (lower case first) as curl does. To be called
 * where an application is put together, with its own environment: nothing in this package reads one.
 */
export function proxyFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  protocol: "http:" | "https:" = "https:",
): HttpProxy | undefined {
  const read = (name: string): string | undefined =>
    environment[name] || environment[name.toUpperCase()] || undefined;
  // `HTTP_PROXY` in capitals may come from a request header under CGI ("httpoxy"), so that spelling is not read.
  const own = protocol === "https:" ? read("https_proxy") : environment.http_proxy || undefined;
  const url = own ?? read("all_proxy");
  if (url === undefined) return undefined;
  const bypass = (read("no_proxy") ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  return { url: url.includes("://") ? url : `http://${url}`, bypass };
}

/** Whether a target, as `host:port`, is reached directly. */
export function bypassesProxy(proxy: HttpProxy, target: string): boolean {
  const host = target.slice(0, target.lastIndexOf(":"));
  return (proxy.bypass ?? []).some((entry) => {
    const name = plainHost(entry.replace(/^\*?\./, "."));
    if (name === "*" || name === host || name === target) return true;
    return host.endsWith(name.startsWith(".") ? name : `.${name}`);
  });
}
