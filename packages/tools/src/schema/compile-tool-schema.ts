import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { dropOptionalNulls } from "./drop-nulls.ts";
import { dropPatterns } from "./drop-patterns.ts";
import { foldRoot } from "./fold-root.ts";
import { resolveReferences } from "./inline-references.ts";
import { renameKeys, restoreKeys } from "./rename-keys.ts";
import { repairSchema } from "./repair-schema.ts";
import { createChangeLog, type SchemaChange } from "./schema-change.ts";
import { toStrictSchema } from "./strict-schema.ts";

/** What a provider takes. */
export interface SchemaTarget {
  /** Whether references are replaced by what they refer to. */
  readonly inlineReferences: boolean;
  /** Whether names of properties have to match `[A-Za-z0-9_.-]{1,64}`. */
  readonly legalKeys: boolean;
  /** Whether patterns have to compile on engines without lookaround and Unicode classes. */
  readonly portablePatterns: boolean;
  /** Whether to write it in OpenAI's strict subset, where it has such a form. */
  readonly strict: boolean;
  /** Longest description inside the schema. */
  readonly maxTextBytes: number;
}

/** A tool's schema as a provider takes it, beside which the server's own is kept. */
export interface CompiledToolSchema {
  readonly schema: JsonObject;
  readonly strict: boolean;
  /** Why it is not strict, where that was wanted. */
  readonly notStrict: string | undefined;
  readonly changes: readonly SchemaChange[];
  /** Sentences for the description: rules the schema can no longer say. */
  readonly rules: readonly string[];
  /** The tool's arguments of the model's: names restored, nulls that mean "not given" dropped, always an object. */
  readArguments(args: unknown): JsonObject;
}

/** Compiles a tool's schema for a provider. The schema itself is not touched, and still checks what is sent. */
export function compileToolSchema(original: JsonObject, target: SchemaTarget): CompiledToolSchema {
  const log = createChangeLog();
  const repaired = repairSchema(original, target.maxTextBytes, log);
  const { schema: folded, rules } = foldRoot(repaired, log);
  const resolved = resolveReferences(folded, target.inlineReferences, log);
  const portable = target.portablePatterns ? dropPatterns(resolved, log) : resolved;
  const { schema, originals } = target.legalKeys
    ? renameKeys(portable, log)
    : { schema: portable, originals: new Map<string, string>() };
  const readArguments = (args: unknown): JsonObject => {
    const restored = restoreKeys(args, originals);
    return isJsonObject(restored) ? (dropOptionalNulls(restored, original) as JsonObject) : {};
  };
  const loose = { schema, strict: false, changes: log.changes, rules, readArguments };
  if (!target.strict) return { ...loose, notStrict: undefined };
  const strictLog = createChangeLog();
  const strict = toStrictSchema(schema, strictLog);
  if ("refused" in strict) return { ...loose, notStrict: strict.refused };
  const changes = [...log.changes, ...strictLog.changes];
  return { schema: strict.schema, strict: true, notStrict: undefined, changes, rules, readArguments };
}
