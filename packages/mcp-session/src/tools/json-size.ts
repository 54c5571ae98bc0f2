/**
 * About how many bytes of JSON a value would make, but never much more than `limit`: the walk ends there. It is
 * iterative, so a value nested a million deep cannot overflow the stack.
 */
export function jsonSize(value: unknown, limit: number): number {
  const stack: unknown[] = [value];
  let size = 0;
  while (stack.length > 0 && size <= limit) {
    const next = stack.pop();
    if (typeof next === "string") size += next.length + 2;
    else if (Array.isArray(next)) {
      size += 2 + next.length;
      for (const item of next) stack.push(item);
    } else if (typeof next === "object" && next !== null) {
      size += 2;
      for (const key in next) {
        size += key.length + 4;
        stack.push((next as Record<string, unknown>)[key]);
      }
    } else size += 5;
  }
  return size;
}
