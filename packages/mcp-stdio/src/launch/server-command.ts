import type { Command } from "@x/sandbox";
import type { StdioServerConfig } from "../config/stdio-server-config.ts";

/** The command of a server. It runs where its install step ran, so that it finds what was installed. */
export function serverCommand({ command, args, env, cwd, install }: StdioServerConfig): Command {
  const place = cwd ?? install?.cwd;
  return {
    command,
    ...(args === undefined ? {} : { args }),
    ...(env === undefined ? {} : { env }),
    ...(place === undefined ? {} : { cwd: place }),
  };
}
