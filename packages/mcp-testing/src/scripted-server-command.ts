import { fileURLToPath } from "node:url";
import type { ScriptedMode } from "./scripted-mode.ts";
import type { ScriptedServerScript } from "./scripted-server-script.ts";

/** How a scripted server is started as a process: a `stdio` declaration takes these keys as they are. */
export interface ScriptedServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Options of {@link scriptedServerCommand}. */
export interface ScriptedServerCommandOptions {
  /**
   * `sh`: behind a shell that stays its parent, as launchers of all kinds do. Default: none.
   */
  readonly wrapper?: "sh";
  /** The program that runs it. Default: the Node that runs this. */
  readonly node?: string;
}

/** The command that starts a scripted server. */
export function scriptedServerCommand(
  script: ScriptedMode | ScriptedServerScript = "normal",
  options: ScriptedServerCommandOptions = {},
): ScriptedServerCommand {
  const { node = process.execPath, wrapper } = options;
  // Beside src and dist, so that both find it; plain JavaScript, so that Node runs it without a build.
  const program = fileURLToPath(new URL("../server/main.mjs", import.meta.url));
  const args = [program, JSON.stringify(toScript(script))];
  if (wrapper === undefined) return { command: node, args, env: {} };
  return { command: "sh", args: ["-c", '"$0" "$@"; true', node, ...args], env: {} };
}

/** A mode's name is a script too. */
export function toScript(script: ScriptedMode | ScriptedServerScript): ScriptedServerScript {
  return typeof script === "string" ? { mode: script } : script;
}
