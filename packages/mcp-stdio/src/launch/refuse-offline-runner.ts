import { ConfigError } from "@x/mcp-core";
import type { SandboxSession } from "@x/sandbox";
import type { StdioServerConfig } from "../config/stdio-server-config.ts";

/** Programs that fetch a package and run it, with the subcommand where they need one to do so. */
const runners: Readonly<Record<string, readonly string[] | undefined>> = {
  npx: undefined,
  bunx: undefined,
  uvx: undefined,
  npm: ["exec", "x"],
  pnpm: ["dlx"],
  yarn: ["dlx"],
  pipx: ["run"],
  uv: ["tool", "run"],
};

/**
 * Refuses a server whose command would fetch it from a registry in a session that has no network: it would fail after
 * more than a minute, with a message that explains nothing.
 *
 * @throws ConfigError with the three remedies; nothing was started.
 */
export function refuseOfflineRunner(config: StdioServerConfig, session: SandboxSession): void {
  if (config.install !== undefined || !session.features.has("network-none")) return;
  const name = config.command.split("/").at(-1) ?? "";
  if (!Object.hasOwn(runners, name)) return;
  const subcommands = runners[name];
  if (subcommands !== undefined && !subcommands.includes(config.args?.[0] ?? "")) return;
  throw new ConfigError({
    pointer: "/command",
    serverId: config.serverId,
    problem:
      `"${name}" fetches the server from a registry when it starts, and this sandbox has no network. Either add an ` +
      'install step, install: { command: "npm install <package>" }, in a sandbox that gives that step a network; or ' +
      "use an image that has the server, and its program as the command; or give the sandbox a network.",
  });
}
