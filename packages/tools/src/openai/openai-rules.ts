import { isJsonObject, type JsonObject } from "@x/mcp-core";
import type { ProviderRule, ProviderRules } from "../format/provider-rule.ts";
import { isPortablePattern } from "../schema/portable-pattern.ts";
import { subschemasOf } from "../schema/subschemas.ts";
import type { OpenAiResponsesTool } from "./openai-tool.ts";

const functions = "https://developers.openai.com/api/docs/guides/function-calling";
const structured = "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas";

/** Every schema in a schema, itself first, with how deep it is nested: each schema in a schema is a level. */
function allSchemas(
  schema: JsonObject,
  depth = 0,
): readonly { readonly node: JsonObject; readonly depth: number }[] {
  const inner = subschemasOf(schema).flatMap(({ schema: sub, path }) =>
    isJsonObject(sub) ? allSchemas(sub, depth + (isDefinition(path[0]) ? 0 : 1)) : [],
  );
  return [{ node: schema, depth }, ...inner];
}

/** What is only referred to is nested nowhere. */
const isDefinition = (keyword: unknown): boolean => keyword === "$defs" || keyword === "definitions";

type Rule = ProviderRule<OpenAiResponsesTool>;

function strictRule(
  id: string,
  says: string,
  breaks: (nodes: ReturnType<typeof allSchemas>) => string | undefined,
): Rule {
  return {
    id,
    says,
    source: structured,
    breaks: ({ strict, parameters }) => (strict ? breaks(allSchemas(parameters)) : undefined),
  };
}

const isObject = ({ type, properties }: JsonObject): boolean => type === "object" || properties !== undefined;
const patternsOf = ({ pattern, patternProperties }: JsonObject): readonly string[] => [
  ...(typeof pattern === "string" ? [pattern] : []),
  ...(isJsonObject(patternProperties) ? Object.keys(patternProperties) : []),
];
const namesIn = (node: JsonObject): readonly string[] =>
  isJsonObject(node.properties) ? Object.keys(node.properties) : [];
const enumOf = (node: JsonObject): readonly unknown[] => (Array.isArray(node.enum) ? node.enum : []);

/** Values need not be text, and what they are is a stranger's: nothing of theirs is called. */
const lengthOf = (values: readonly unknown[]): number =>
  values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value : JSON.stringify(value)).length,
    0,
  );

/** Documented rules for functions, with and without strict mode. Not run against the service. */
export const openAiRules: ProviderRules<OpenAiResponsesTool> = {
  readOn: "2026-12-01",
  rules: [
    {
      id: "name",
      says: "A name is 1 to 64 of a-z A-Z 0-9 _ -.",
      source: functions,
      breaks: ({ name }) =>
        /^[A-Za-z0-9_-]{1,64}$/.test(name) ? undefined : "the name has other characters or is too long",
    },
    {
      id: "root-object",
      says: "The parameters are an object.",
      source: functions,
      breaks: ({ parameters }) => (parameters.type === "object" ? undefined : "the root is no object"),
    },
    {
      id: "root-combinators",
      says: "The root has no oneOf, anyOf, allOf, enum or not.",
      source: `${functions} and the message of error invalid_function_parameters`,
      breaks({ parameters }) {
        const found = ["oneOf", "anyOf", "allOf", "enum", "not"].find(
          (keyword) => parameters[keyword] !== undefined,
        );
        return found === undefined ? undefined : `${found} at the root`;
      },
    },
    {
      id: "array-items",
      says: "A list says what its items are.",
      source: "the message of error invalid_function_parameters: array schema missing items",
      breaks: ({ parameters }) =>
        allSchemas(parameters).some(
          ({ node }) =>
            [node.type].flat().includes("array") &&
            node.items === undefined &&
            node.prefixItems === undefined,
        )
          ? "a list without items"
          : undefined,
    },
    {
      id: "patterns",
      says: "A pattern looks neither ahead nor behind, and is one in Python too.",
      source:
        "the messages of error invalid_json_schema: regex lookaround is not supported, is not a 'regex'",
      breaks: ({ parameters }) =>
        allSchemas(parameters).some(({ node }) => !patternsOf(node).every(isPortablePattern))
          ? "a pattern that is not compiled"
          : undefined,
    },
    strictRule("strict-closed", "Every object has additionalProperties: false.", (nodes) =>
      nodes.some(({ node }) => isObject(node) && node.additionalProperties !== false)
        ? "an object that is open"
        : undefined,
    ),
    strictRule("strict-required", "Every property is required.", (nodes) =>
      nodes.some(({ node }) =>
        namesIn(node).some((name) => !(Array.isArray(node.required) && node.required.includes(name))),
      )
        ? "a property that is not required"
        : undefined,
    ),
    strictRule(
      "strict-keywords",
      "There is no allOf, oneOf, not, dependentRequired, dependentSchemas, if, then, else.",
      (nodes) => {
        const refused = [
          "allOf",
          "oneOf",
          "not",
          "dependentRequired",
          "dependentSchemas",
          "if",
          "then",
          "else",
          "patternProperties",
          "prefixItems",
        ];
        const found = nodes.flatMap(({ node }) => refused.filter((keyword) => node[keyword] !== undefined));
        return found[0] === undefined ? undefined : `${found[0]} is there`;
      },
    ),
    strictRule("strict-references", "A reference has no other keyword beside it.", (nodes) =>
      nodes.some(
        ({ node: { $ref, $defs: _, definitions: __, ...beside } }) =>
          $ref !== undefined && Object.keys(beside).length > 0,
      )
        ? "a reference with other keywords"
        : undefined,
    ),
    strictRule("strict-depth", "There are at most 10 levels of nesting.", (nodes) =>
      nodes.some(({ depth }) => depth > 10) ? "more than 10 levels" : undefined,
    ),
    strictRule("strict-properties", "There are at most 5000 properties in all.", (nodes) =>
      nodes.reduce((sum, { node }) => sum + namesIn(node).length, 0) > 5000
        ? "more than 5000 properties"
        : undefined,
    ),
    strictRule("strict-enums", "There are at most 1000 enum values in all.", (nodes) =>
      nodes.reduce((sum, { node }) => sum + enumOf(node).length, 0) > 1000
        ? "more than 1000 enum values"
        : undefined,
    ),
    strictRule(
      "strict-enum-length",
      "An enum of more than 250 strings has at most 15000 characters.",
      (nodes) =>
        nodes.some(({ node }) => enumOf(node).length > 250 && lengthOf(enumOf(node)) > 15_000)
          ? "an enum is too long"
          : undefined,
    ),
    strictRule(
      "strict-characters",
      "Names, enum values and constants have at most 120000 characters in all.",
      (nodes) => {
        const lengths = nodes.map(({ node }) => {
          const definitions = isJsonObject(node.$defs) ? Object.keys(node.$defs) : [];
          return lengthOf([...namesIn(node), ...definitions, ...enumOf(node), node.const ?? ""]);
        });
        return lengths.reduce((sum, length) => sum + length, 0) > 120_000
          ? "more than 120000 characters of names and values"
          : undefined;
      },
    ),
  ],
};
