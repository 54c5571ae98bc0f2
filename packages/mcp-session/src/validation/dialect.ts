import type { _, KeywordDefinition, Options, ValidateFunction } from "ajv";

/** The dialects of JSON Schema that are checked as what they are. */
export type SchemaDialect = "2020-12" | "2019-09" | "draft-07" | "draft-06" | "draft-05" | "draft-04";

/** What this package needs of a validator. */
export interface SchemaValidator {
  addKeyword(definition: KeywordDefinition): unknown;
  removeKeyword(keyword: string): unknown;
  compile(schema: object): ValidateFunction;
}

/** A validator class and the tag its keywords write code with. */
export interface DialectModule {
  readonly Validator: new (options: Options) => SchemaValidator;
  readonly template: typeof _;
}

/** MCP basic, "JSON Schema Usage": a schema without `$schema` is 2020-12. */
export const defaultDialect: SchemaDialect = "2020-12";

/** Tried in this order where a schema does not say its dialect and does not compile as the default one. */
export const olderDialects: readonly SchemaDialect[] = ["draft-07", "draft-04"];

const dialects: ReadonlyMap<string, SchemaDialect> = new Map([
  ["draft/2020-12/schema", "2020-12"],
  ["draft/2019-09/schema", "2019-09"],
  ["draft-07/schema", "draft-07"],
  ["draft-06/schema", "draft-06"],
  ["draft-05/schema", "draft-05"],
  ["draft-04/schema", "draft-04"],
  ["schema", "2020-12"],
]);

/** The dialect a `$schema` names, or `undefined` where it names none that is known. */
export function dialectOf($schema: unknown): SchemaDialect | undefined {
  if ($schema === undefined) return defaultDialect;
  if (typeof $schema !== "string") return undefined;
  const path = /^https?:\/\/json-schema\.org\/(.+?)#?$/.exec($schema.trim())?.[1];
  return path === undefined ? undefined : dialects.get(path);
}

/** The keyword that names a schema: it was called `id` once. */
export function identifierOf(dialect: SchemaDialect): "$id" | "id" {
  return dialect === "draft-04" || dialect === "draft-05" ? "id" : "$id";
}

/** Up to draft-07 a `$ref` makes every keyword beside it void. */
export function refStandsAlone(dialect: SchemaDialect): boolean {
  return dialect.startsWith("draft-");
}

/** Loads the validator of a dialect, with the first schema that needs it. */
export async function loadDialect(dialect: SchemaDialect): Promise<DialectModule> {
  switch (dialect) {
    case "2020-12": {
      const { Ajv2020, _ } = await import("ajv/dist/2020.js");
      return { Validator: Ajv2020, template: _ };
    }
    case "2019-09": {
      const { Ajv2019, _ } = await import("ajv/dist/2019.js");
      return { Validator: Ajv2019, template: _ };
    }
    case "draft-07":
    case "draft-06": {
      const { Ajv, _ } = await import("ajv");
      return { Validator: Ajv, template: _ };
    }
    default: {
      const { default: module } = await import("ajv-draft-04");
      return { Validator: module.default, template: module._ };
    }
  }
}
