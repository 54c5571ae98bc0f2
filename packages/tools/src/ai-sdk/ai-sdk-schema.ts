import type { JsonObject } from "@x/mcp-core";

/** A schema as the AI SDK takes it: a Standard Schema (standardschema.dev) with a JSON Schema in it. */
export interface AiSdkSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): { readonly value: JsonObject };
    readonly jsonSchema: {
      input(options?: unknown): Record<string, unknown>;
      output(options?: unknown): Record<string, unknown>;
    };
  };
}

/** Marks the SDK's own schemas; of a Standard Schema it would close every object. */
const schemaMark = Symbol.for("vercel.ai.schema");

/**
 * Makes a schema of a compiled one. Whatever object a model writes passes: arguments are checked where they are sent,
 * with the server's own schema, so that a mistake becomes a result the model can read.
 */
export function aiSdkSchema(jsonSchema: JsonObject): AiSdkSchema {
  const copy = (): Record<string, unknown> => ({ ...jsonSchema });
  const schema: AiSdkSchema = {
    "~standard": {
      version: 1,
      vendor: "x",
      validate: (value) => ({ value: value as JsonObject }),
      jsonSchema: { input: copy, output: copy },
    },
  };
  return Object.assign(schema, {
    [schemaMark]: true,
    _type: undefined,
    jsonSchema,
    validate: (value: unknown) => ({ success: true, value }),
  });
}
