/**
 * The first items of a list, read one by one into a plain array: an array may be a proxy or have methods of its own.
 * `undefined` for what is no list; throws where an item cannot be read.
 */
export function listItems(value: unknown, maxItems: number): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const length = Math.min(listLength(value), maxItems);
  const items: unknown[] = [];
  for (let index = 0; index < length; index++) items.push(value[index]);
  return items;
}

/** A proxy may say anything about its length. */
export function listLength(list: readonly unknown[]): number {
  const { length } = list;
  return typeof length === "number" && length > 0 ? length : 0;
}
