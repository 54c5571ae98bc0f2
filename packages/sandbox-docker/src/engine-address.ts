import { SandboxError } from "@x/sandbox";
import type { DockerClient } from "./docker-client.ts";

/** Where an engine listens, as plain data: it crosses a pipe to the reaper. */
export interface EngineAddress {
  readonly socketPath?: string;
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** In front of every path: `/v1.41`, for a client that asks for one version. */
  readonly pathPrefix: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How `dockerode` keeps it. */
interface ClientAddress {
  readonly socketPath?: unknown;
  readonly host?: unknown;
  readonly port?: unknown;
  readonly protocol?: unknown;
  readonly pathPrefix?: unknown;
  readonly version?: unknown;
  readonly headers?: unknown;
  readonly ca?: unknown;
  readonly cert?: unknown;
  readonly key?: unknown;
}

/**
 * Reads where a client's engine is, for the requests that no client can make: attach and wait.
 *
 * @throws {SandboxError} `unsupported` for a client that speaks over SSH or in another way
 */
export async function addressOf(client: DockerClient): Promise<EngineAddress> {
  const modem = client.modem as ClientAddress;
  const socketPath = typeof modem.socketPath === "function" ? await modem.socketPath() : modem.socketPath;
  const version = typeof modem.version === "string" && modem.version !== "" ? `/${modem.version}` : "";
  const headers = headersOf(modem.headers);
  if (typeof socketPath === "string") return { socketPath, pathPrefix: version, headers };
  const { host, port, protocol = "http", pathPrefix } = modem;
  if (typeof host !== "string" || (protocol !== "http" && protocol !== "https")) {
    throw new SandboxError("unsupported", {
      message:
        "The Docker client that was handed in reaches its engine neither by a socket file nor by HTTP.",
      sandbox: "docker",
      remedy: "Forward the engine's socket to this machine, and give its path as socketPath.",
    });
  }
  const folder = typeof pathPrefix === "string" ? pathPrefix.replace(/\/$/, "") : "";
  return {
    host: host.replace(/^\w+:\/\//, ""),
    port: Number(port ?? (protocol === "https" ? 2376 : 2375)),
    ...(protocol === "https" ? { tls: tlsOf(modem) } : {}),
    pathPrefix: `${folder}${version}`,
    headers,
  };
}

/** The engine's address for a message. */
export function nameOf({ socketPath, host, port }: EngineAddress): string {
  return socketPath ?? `${host}:${port}`;
}

function tlsOf({ ca, cert, key }: ClientAddress): NonNullable<EngineAddress["tls"]> {
  return {
    ...(ca === undefined ? {} : { ca: pemOf(ca) }),
    ...(cert === undefined ? {} : { cert: pemOf(cert) }),
    ...(key === undefined ? {} : { key: pemOf(key) }),
  };
}

function pemOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join("\n") : String(value);
}

function headersOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
