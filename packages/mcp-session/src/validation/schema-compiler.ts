import type { JsonObject } from "@x/mcp-core";
import { type CompiledSchema, compilePrepared, refersToDialect } from "./compiled-schema.ts";
import {
  defaultDialect,
  dialectOf,
  identifierOf,
  loadDialect,
  olderDialects,
  refStandsAlone,
  type SchemaDialect,
} from "./dialect.ts";
import { compilePatterns, type LinearPatterns, refusedPatternMessage } from "./linear-patterns.ts";
import { type PreparedSchema, prepareSchema, type SchemaLimits, SchemaTooLarge } from "./prepared-schema.ts";
import { referencesAreSubschemas } from "./schema-references.ts";
import { quoteName, type SchemaWarning } from "./schema-warning.ts";
import { createStepMeter, type StepMeter } from "./step-meter.ts";
import { weakenSchema } from "./weaken-schema.ts";

/** Turns the schemas of tools into checks. */
export interface SchemaCompiler {
  /**
   * Compiles a schema, once per schema object. Never rejects: a schema that cannot be checked gives a check
   * without issues and a warning. Never fetches a `$ref`.
   */
  compile(schema: JsonObject): Promise<CompiledSchema>;
}

/** Bounds on what a server can make its client do with a schema. */
export interface SchemaCompilerOptions extends Partial<SchemaLimits> {
  /**
   * Work one check may do: a step is one subschema evaluated or one name compared, a pattern costs by length of
   * text and program. Default 4,000,000, which is one to two seconds at worst and far above what results need.
   */
  readonly maxSteps?: number;
}

const defaults: Required<SchemaCompilerOptions> = {
  maxDepth: 64,
  maxSubschemas: 2_000,
  maxBytes: 1024 * 1024,
  maxSteps: 4_000_000,
};

const maxAlike = 10;

/**
 * Makes a compiler of JSON Schemas: 2020-12, 2019-09, draft-07, draft-06 and draft-04, chosen by `$schema`. Each
 * schema has a validator of its own, so that equal `$id`s of two tools never meet; `format` is not asserted.
 */
export function createSchemaCompiler(options: SchemaCompilerOptions = {}): SchemaCompiler {
  const limits = { ...defaults, ...options };
  const compiled = new WeakMap<JsonObject, Promise<CompiledSchema>>();
  return {
    compile(schema) {
      const known = compiled.get(schema);
      if (known !== undefined) return known;
      const fresh = compileInSomeDialect(schema, limits);
      compiled.set(schema, fresh);
      return fresh;
    },
  };
}

async function compileInSomeDialect(
  schema: JsonObject,
  limits: Required<SchemaCompilerOptions>,
): Promise<CompiledSchema> {
  const warnings: SchemaWarning[] = [];
  const dialect = dialectOf(schema.$schema);
  if (dialect === undefined)
    warnings.push({
      code: "unknown-dialect",
      message: `The dialect ${quoteName(String(schema.$schema))} is not known; the schema is read as ${defaultDialect}.`,
    });
  const candidates =
    schema.$schema === undefined ? [defaultDialect, ...olderDialects] : [dialect ?? defaultDialect];
  let failure: unknown;
  for (const candidate of candidates) {
    const guessed: readonly SchemaWarning[] =
      candidate === candidates[0]
        ? []
        : [
            {
              code: "guessed-dialect",
              message: `The schema names no dialect and is none of ${defaultDialect}; it is read as ${candidate}.`,
            },
          ];
    try {
      return await compileAs(candidate, schema, limits, [...warnings, ...guessed]);
    } catch (error) {
      failure ??= error;
      // Another dialect would change nothing about these.
      if (error instanceof SchemaTooLarge || error instanceof RangeError || isMissingRef(error)) break;
    }
  }
  return unchecked([...warnings, explain(failure)]);
}

async function compileAs(
  dialect: SchemaDialect,
  schema: JsonObject,
  limits: Required<SchemaCompilerOptions>,
  warnings: SchemaWarning[],
): Promise<CompiledSchema> {
  const identifier = identifierOf(dialect);
  const prepared = prepareSchema(schema, { identifier, refStandsAlone: refStandsAlone(dialect) }, limits);
  if (!referencesAreSubschemas(prepared, identifier))
    throw new Error("a $ref leads to something that is no schema");
  const unknown = [...prepared.unknownKeywords];
  warnings.push(...severalOf("unknown-keyword", unknown.map(unknownKeywordMessage)));
  const meter = createStepMeter();
  const patterns = await patternsOf(prepared, meter);
  if (patterns !== undefined && patterns.refused.size > 0) {
    weakenSchema(prepared.nodes, new Set(patterns.refused.keys()));
    warnings.push(...severalOf("unsupported-pattern", [...patterns.refused].map(refusedPatternMessage)));
  }
  const module = await loadDialect(dialect);
  return compilePrepared({
    schema: prepared,
    dialect,
    module,
    meter,
    patterns,
    warnings,
    maxSteps: limits.maxSteps,
  });
}

/** The engine costs about 27 ms to load: only where there is something for it to do. */
function patternsOf(schema: PreparedSchema, meter: StepMeter): Promise<LinearPatterns> | undefined {
  return schema.patterns.size > 0 || refersToDialect(schema)
    ? compilePatterns(schema.patterns, meter)
    : undefined;
}

/** A server can make any number of these: the first ten and a count say enough. */
function severalOf(code: SchemaWarning["code"], messages: readonly string[]): readonly SchemaWarning[] {
  const rest = messages.length - maxAlike;
  const said = rest > 0 ? [...messages.slice(0, maxAlike), `So it is with ${rest} more.`] : messages;
  return said.map((message) => ({ code, message }));
}

function unknownKeywordMessage(name: string): string {
  return `The keyword ${quoteName(name)} is not known and not checked.`;
}

function unchecked(warnings: readonly SchemaWarning[]): CompiledSchema {
  return { check: () => [], warnings };
}

function isMissingRef(error: unknown): error is Error & { readonly missingRef: string } {
  return error instanceof Error && "missingRef" in error && typeof error.missingRef === "string";
}

function explain(error: unknown): SchemaWarning {
  if (error instanceof SchemaTooLarge)
    return { code: "schema-too-large", message: `Nothing is checked: the schema is ${error.message}.` };
  if (isMissingRef(error))
    return {
      code: "unresolved-ref",
      message: `Nothing is checked: ${quoteName(error.missingRef)} is not in the schema, and references are never fetched.`,
    };
  const why =
    error instanceof RangeError ? "it is too large or too deep" : error instanceof Error ? error.message : "";
  return {
    code: "schema-not-compiled",
    message: `Nothing is checked: the schema does not compile (${quoteName(why)}).`,
  };
}
