import type { RegExpEngine } from "ajv/dist/types/index.js";
import type { RE2JS } from "re2js";
import { rewriteEcmaPattern } from "./ecma-pattern.ts";
import { quoteName } from "./schema-warning.ts";
import type { StepMeter } from "./step-meter.ts";

/** The patterns of one schema, on an engine whose time is linear in the text. */
export interface LinearPatterns {
  /** What the validator is given as `code.regExp`. */
  readonly engine: RegExpEngine;
  /** Patterns that the engine cannot run, each with the reason. */
  readonly refused: ReadonlyMap<string, string>;
}

/** All patterns of a schema together may compile to so many instructions: a bound on time and memory. */
const maxInstructions = 50_000;
const maxPatterns = 1_000;
/** Where a program leaves the fast path, this many instructions times characters are as much work as one step. */
const unitsPerStep = 4;

/**
 * Compiles the patterns of a schema. The engine takes linear time, but a long program makes it slow: every match
 * is paid for by text length times program size.
 */
export async function compilePatterns(patterns: Iterable<string>, meter: StepMeter): Promise<LinearPatterns> {
  const { RE2JS } = await import("re2js");
  const programs = new Map<string, RE2JS>();
  const refused = new Map<string, string>();
  let instructions = 0;
  const compile = (pattern: string): RE2JS => {
    if (programs.size === maxPatterns || instructions > maxInstructions)
      throw new SyntaxError("the patterns of this schema are too large together");
    const program = RE2JS.compile(RE2JS.translateRegExp(rewriteEcmaPattern(pattern)));
    instructions += program.programSize();
    programs.set(pattern, program);
    return program;
  };
  for (const pattern of patterns) {
    try {
      compile(pattern);
    } catch (error) {
      refused.set(pattern, error instanceof Error ? error.message : "not a pattern");
    }
  }
  const engine = (pattern: string): { test(text: string): boolean; toString(): string } => {
    const program = programs.get(pattern) ?? compile(pattern);
    const size = program.programSize();
    return {
      test(text) {
        meter.spend((text.length * size) / unitsPerStep);
        return program.test(text);
      },
      // The validator keeps compiled patterns under this text: it must differ from pattern to pattern.
      toString: () => JSON.stringify(pattern),
    };
  };
  return { engine: Object.assign(engine, { code: "" }), refused };
}

/** What to say about a pattern that is not checked. */
export function refusedPatternMessage([pattern, reason]: readonly [string, string]): string {
  return `The pattern ${quoteName(pattern)} is not checked: ${reason}.`;
}
