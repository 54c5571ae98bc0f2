// Arguments that a schema accepts, for calling tools nobody described to us: defaults first, then one value a type.

/** A value for one schema. */
function sampleValue(schema) {
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 5;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return sampleArguments(schema);
    default:
      return "sample";
  }
}

/** An object for an object schema: its required properties only. */
export function sampleArguments(schema) {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(required.map((key) => [key, sampleValue(schema.properties?.[key] ?? {})]));
}
