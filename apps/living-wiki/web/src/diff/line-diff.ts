/** A line of a comparison. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Middles that need a bigger table than this are told as removed and added whole. */
const maxCells = 1_000_000;

/** What became of the lines of a text: the longest common subsequence stays, the rest went or came. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before);
  const next = linesOf(after);
  const start = sharedLength(old, next);
  const end = sharedLength(old.slice(start).toReversed(), next.slice(start).toReversed());
  return [
    ...old.slice(0, start).map((text): DiffLine => ({ kind: "same", text })),
    ...diffMiddle(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    ...old.slice(old.length - end).map((text): DiffLine => ({ kind: "same", text })),
  ];
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function diffMiddle(old: readonly string[], next: readonly string[]): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  const width = next.length + 1;
  const tooBig = (old.length + 1) * width > maxCells;
  const common = tooBig ? undefined : commonLengths(old, next, width);
  let i = 0;
  let j = 0;
  while (common !== undefined && i < old.length && j < next.length) {
    if (old[i] === next[j]) {
      lines.push({ kind: "same", text: old[i] ?? "" });
      i++;
      j++;
    } else if ((common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
      lines.push({ kind: "removed", text: old[i++] ?? "" });
    else lines.push({ kind: "added", text: next[j++] ?? "" });
  }
  for (const text of old.slice(i)) lines.push({ kind: "removed", text });
  for (const text of next.slice(j)) lines.push({ kind: "added", text });
  return lines;
}

/** For each pair of places, how many lines both texts have in common from there on. */
function commonLengths(old: readonly string[], next: readonly string[], width: number): Uint32Array {
  const table = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--)
      table[i * width + j] =
        old[i] === next[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
  return table;
}
