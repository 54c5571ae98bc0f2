import type { WikiServer } from "../servers/wiki-server.ts";
import type { DrawioSettings, Variables } from "./drawio-settings.ts";

/** The id under which draw.io's server is shown. */
export const drawioServerId = "drawio";

/** How npm reaches its registry from here: what a person has set for it, for the install step alone. */
const npmVariables = [
  "npm_config_registry",
  "NPM_CONFIG_REGISTRY",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
] as const;

const installTimeoutMs = 300_000;

/** The declaration of draw.io's server: a program that is installed in its own sandbox first, or an endpoint. */
export function drawioServer(settings: DrawioSettings, variables: Variables): WikiServer {
  const shared = { about: "draw.io", origin: "environment" } as const;
  if (settings.via === "streamable-http") {
    const { url, token } = settings;
    const auth = token === undefined ? {} : { auth: { mode: "bearer", token } as const };
    return { ...shared, declaration: { kind: "streamable-http", serverId: drawioServerId, url, ...auth } };
  }
  const { command, args, install } = settings;
  return {
    ...shared,
    // It makes a link of what it is given, and was chosen by name. An endpoint elsewhere is asked for each time.
    readOnlyTools: [settings.tool],
    declaration: {
      kind: "stdio",
      serverId: drawioServerId,
      command,
      args,
      ...(install === undefined
        ? {}
        : { install: { command: install, env: npmEnvironment(variables), timeoutMs: installTimeoutMs } }),
    },
    // What is installed needs no network any more; `npx` without an install step fetches when it starts.
    needs: { network: install === undefined ? "internet" : "none", installNetwork: "internet" },
  };
}

function npmEnvironment(variables: Variables): Readonly<Record<string, string>> {
  const set = npmVariables.flatMap((name) => {
    const value = variables[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
