/** No declaration is nested like this; what is may be part of itself, as YAML's aliases allow. */
const maxDepth = 48;

/** Whether a value is nested deeper than any declaration. */
export function isTooDeep(value: unknown, depth: number = maxDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1));
}
