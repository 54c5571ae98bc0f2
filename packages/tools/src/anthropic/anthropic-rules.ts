import { isJsonObject, type JsonObject } from "@x/mcp-core";
import type { ProviderRules } from "../format/provider-rule.ts";
import { subschemasOf } from "../schema/subschemas.ts";
import type { AnthropicTool } from "./anthropic-tool.ts";

const tools = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools";
const custom = "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes";

function allSchemas(schema: JsonObject): readonly JsonObject[] {
  const inner = subschemasOf(schema).flatMap(({ schema: sub }) => (isJsonObject(sub) ? allSchemas(sub) : []));
  return [schema, ...inner];
}

/** Documented rules for custom tools. Not run against the service. */
export const anthropicRules: ProviderRules<AnthropicTool> = {
  readOn: "2026-12-01",
  rules: [
    {
      id: "name",
      says: "A name is 1 to 64 of a-z A-Z 0-9 _ -.",
      source: tools,
      breaks: ({ name }) =>
        /^[A-Za-z0-9_-]{1,64}$/.test(name) ? undefined : "the name has other characters or is too long",
    },
    {
      id: "root-object",
      says: "The input schema is an object.",
      source: tools,
      breaks: ({ input_schema: schema }) =>
        (schema.type as unknown) === "object" ? undefined : "the root is no object",
    },
    {
      id: "root-combinators",
      says: "The root has no oneOf, allOf or anyOf.",
      source: `${custom} and the message of error 400: input_schema does not support oneOf, allOf, or anyOf at the top level`,
      breaks({ input_schema: schema }) {
        const found = ["oneOf", "allOf", "anyOf"].find((keyword) => schema[keyword] !== undefined);
        return found === undefined ? undefined : `${found} at the root`;
      },
    },
    {
      id: "property-keys",
      says: "A property's name is 1 to 64 letters, digits, underscores, dots and hyphens.",
      source: `${custom} and the message of error 400: property keys should match pattern`,
      breaks: ({ input_schema: schema }) =>
        allSchemas(schema).some(
          ({ properties }) =>
            isJsonObject(properties) &&
            Object.keys(properties).some((key) => !/^[A-Za-z0-9_.-]{1,64}$/.test(key)),
        )
          ? "a property with another name"
          : undefined,
    },
    {
      id: "references",
      says: "There is no $ref.",
      source: custom,
      breaks: ({ input_schema: schema }) =>
        allSchemas(schema).some((node) => node.$ref !== undefined || node.$dynamicRef !== undefined)
          ? "a reference"
          : undefined,
    },
    {
      id: "dialect",
      says: "The schema is valid JSON Schema draft 2020-12.",
      source: "the message of error 400: JSON schema is invalid. It must match JSON Schema draft 2020-12",
      breaks({ input_schema: schema }) {
        const old = allSchemas(schema).some(
          (node) =>
            Array.isArray(node.items) ||
            typeof node.exclusiveMinimum === "boolean" ||
            typeof node.exclusiveMaximum === "boolean" ||
            (node.required !== undefined && !Array.isArray(node.required)),
        );
        return old ? "a keyword in the form of an older draft" : undefined;
      },
    },
  ],
};
