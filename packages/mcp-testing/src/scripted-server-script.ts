import type { JsonObject } from "@x/mcp-core";
import type { ScriptedMode } from "./scripted-mode.ts";

/** What a scripted server is to do: plain data, so that it can be an argument of a process. */
export interface ScriptedServerScript {
  /** Default: `normal`. */
  readonly mode?: ScriptedMode;
  /** Which eras it speaks. Default `both`; some modes are legacy whatever stands here. */
  readonly era?: "legacy" | "modern" | "both";
  /** A file to which it appends what happens to it, one JSON object a line. See {@link createJournal}. */
  readonly journal?: string;
  /** Its name in `serverInfo`. Default: `scripted`. */
  readonly name?: string;
  /** Its instructions to the model. Default: none. */
  readonly instructions?: string;
  /** Replaces the list of tools as it stands, however broken; each of them answers with its own name. */
  readonly tools?: readonly unknown[];
  /** Canned results by tool name; they go before everything else. */
  readonly results?: Readonly<Record<string, JsonObject>>;
  /** How long modes that wait do so. */
  readonly delayMs?: number;
  /** How many of what the mode has many of. */
  readonly count?: number;
  /** How much of what the mode has much of. */
  readonly bytes?: number;
  /** The exit code of modes that exit. */
  readonly exitCode?: number;
  /** What modes that exit write to stderr before. */
  readonly stderr?: string;
  /** Whatever the mode: lives on after EOF and SIGTERM. Only as a process. Default: false. */
  readonly refuseToEnd?: boolean;
  /** The lock file of `single-instance`. */
  readonly lock?: string;
}
