import os from "node:os";
import path from "node:path";
import type { JsonObject } from "@x/mcp-core";

/** Where paths start. */
export interface PathBase {
  readonly baseDir: string;
  readonly homeDir?: string | undefined;
  readonly resolvePaths?: boolean | undefined;
}

/**
 * Makes `~` the home, and relative paths start at the file's folder: `cwd` of whatever form, `command` where it has
 * a slash. Arguments get their `~` alone: which of them are paths only the server knows.
 */
export function resolvePaths(config: JsonObject, base: PathBase): JsonObject {
  const { command, args, cwd } = config;
  const home = (text: string): string => homePath(text, base);
  const absolute = (text: string): string =>
    base.resolvePaths === false ? home(text) : absolutePath(text, base);
  const isPath = typeof command === "string" && /[/\\]/.test(command);
  return {
    ...config,
    ...(isPath ? { command: absolute(command) } : {}),
    ...(typeof cwd === "string" ? { cwd: absolute(cwd) } : {}),
    ...(Array.isArray(args) ? { args: args.map((arg) => (typeof arg === "string" ? home(arg) : arg)) } : {}),
  };
}

/** A path on this machine, which a relative one starts at the file's folder. */
export function absolutePath(text: string, base: PathBase): string {
  return path.resolve(base.baseDir, homePath(text, base));
}

function homePath(text: string, base: PathBase): string {
  return text === "~" || text.startsWith("~/")
    ? path.join(base.homeDir ?? os.homedir(), text.slice(1))
    : text;
}
