/** An object whose values are unknown until they are looked at. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** True for an object that is neither `null` nor an array. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null) return false;
  try {
    return !Array.isArray(value);
  } catch {
    // A revoked proxy is neither.
    return false;
  }
}
