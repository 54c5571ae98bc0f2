/** A JSON object as it came over the wire: every value is unknown until it is looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object: not `null`, not an array, not a primitive. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
