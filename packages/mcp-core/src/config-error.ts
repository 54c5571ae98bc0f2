import type { JsonObject } from "./json.ts";
import { McpError } from "./mcp-error.ts";

/** Where in a declaration something is wrong. */
export interface ConfigPlace {
  /** JSON pointer into the declaration, such as `/servers/0/args`. */
  readonly pointer: string;
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  /** From 1. */
  readonly column?: number | undefined;
}

/** A declaration is wrong: which key, what was expected, what to write. Code `config`; nothing was started. */
export class ConfigError extends McpError {
  readonly pointer: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(
    init: ConfigPlace & {
      /** What is wrong and what to write instead, as a sentence; the place is put in front of it. */
      readonly problem: string;
      readonly serverId?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    const file = init.file === undefined ? "" : `${init.file}${position(init)}: `;
    super("config", {
      message: `${file}${init.pointer || "The declaration"}: ${init.problem}`,
      serverId: init.serverId,
      outcome: "not-sent",
      cause: init.cause,
    });
    this.pointer = init.pointer;
    this.file = init.file;
    this.line = init.line;
    this.column = init.column;
  }

  override get name(): string {
    return "ConfigError";
  }

  override toJSON(): JsonObject {
    const { pointer, file, line, column } = this;
    const known = Object.entries({ pointer, file, line, column });
    return { ...super.toJSON(), ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
  }
}

function position(place: ConfigPlace): string {
  if (place.line === undefined) return "";
  return place.column === undefined ? `:${place.line}` : `:${place.line}:${place.column}`;
}
