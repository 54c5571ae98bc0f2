/** Freezes plain JSON to its depths; however deep it is, the stack is not used. */
export function deepFreeze<T>(value: T): T {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null) continue;
    Object.freeze(next);
    for (const inner of Object.values(next)) left.push(inner);
  }
  return value;
}
