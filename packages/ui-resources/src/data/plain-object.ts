/** An object whose values are unknown until they are looked at. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** True for an object that is neither `null` nor an array. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
