import type { ValidationIssue } from "@x/mcp-core";
import type { Options, ValidateFunction } from "ajv";
import { type DialectModule, refStandsAlone, type SchemaDialect } from "./dialect.ts";
import type { LinearPatterns } from "./linear-patterns.ts";
import { meteredKeywords } from "./metered-keywords.ts";
import type { PreparedSchema } from "./prepared-schema.ts";
import type { SchemaWarning } from "./schema-warning.ts";
import type { StepMeter } from "./step-meter.ts";
import { toIssues } from "./validation-issues.ts";

/** A schema, ready to check values. */
export interface CompiledSchema {
  /** How a value breaks the schema, at most ten ways; empty where it fits, or could not be checked. Never throws. */
  check(value: unknown): readonly ValidationIssue[];
  /** What is not checked, and why. Grows by one when a check has to be given up. */
  readonly warnings: readonly SchemaWarning[];
}

/** Collecting every issue of one bad value: a bound on the memory of the collection. */
const maxCollectingSteps = 50_000;

/** What a check needs of the schema. */
export interface CompileInput {
  readonly schema: PreparedSchema;
  readonly dialect: SchemaDialect;
  readonly module: DialectModule;
  readonly meter: StepMeter;
  readonly patterns: LinearPatterns | undefined;
  readonly warnings: SchemaWarning[];
  readonly maxSteps: number;
}

/**
 * Compiles a prepared schema. Checking stops at the first issue, which is quick and needs no memory; only then the
 * value is checked again to collect the others.
 *
 * @throws whatever the validator throws for a schema it cannot compile.
 */
export function compilePrepared(input: CompileInput): CompiledSchema {
  const { schema, meter, warnings, maxSteps } = input;
  const first = compile(input, {});
  let all: ValidateFunction | undefined;

  const run = (validate: ValidateFunction, value: unknown, steps: number): boolean => {
    meter.start(steps);
    return validate(value) === true;
  };
  const collect = (value: unknown): readonly ValidationIssue[] => {
    const one = toIssues(first.errors ?? [], value, schema.names);
    try {
      all ??= compile(input, { allErrors: true, verbose: true });
      run(all, value, maxCollectingSteps);
    } catch {
      // Too many to collect: the first issue says enough.
      return one;
    }
    const many = toIssues(all.errors ?? [], value, schema.names);
    return many.length === 0 ? one : many;
  };
  return {
    check(value) {
      try {
        return run(first, value, maxSteps) ? [] : collect(value);
      } catch (error) {
        if (!warnings.some(({ code }) => code === "check-given-up")) warnings.push(gaveUp(error));
        return [];
      }
    },
    warnings,
  };
}

function compile(input: CompileInput, options: Options): ValidateFunction {
  const { schema, dialect, module, meter, patterns } = input;
  const validator = new module.Validator({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    logger: false,
    // Without it `constructor` and `toString` count as properties of every object.
    ownProperties: true,
    // Writing a definition out at every reference makes the code explode.
    inlineRefs: false,
    multipleOfPrecision: 9,
    meta: refersToDialect(schema),
    ...(refStandsAlone(dialect) ? { ignoreKeywordsWithRef: true } : {}),
    ...options,
    // The optimiser is quadratic in the number of properties.
    code: { optimize: false, ...(patterns === undefined ? {} : { regExp: patterns.engine }) },
  });
  for (const definition of meteredKeywords(meter, module.template)) {
    validator.removeKeyword(String(definition.keyword));
    validator.addKeyword(definition);
  }
  return validator.compile(schema.root);
}

const official = /^https?:\/\/json-schema\.org\//;

/** A tool that takes a schema refers to the schema of schemas: the one reference that leads outside and is known. */
export function refersToDialect(schema: PreparedSchema): boolean {
  const { $id, id } = schema.root;
  return [...schema.refs].some((ref) => official.test(ref)) && !official.test(String($id ?? id));
}

function gaveUp(error: unknown): SchemaWarning {
  const why = error instanceof RangeError ? "it is nested too deeply" : "it takes too many steps";
  return { code: "check-given-up", message: `A value was not checked against its schema: ${why}.` };
}
