/** Longer names are cut before they are compared: the work is quadratic in their length. */
const comparedLength = 64;

/**
 * The candidates closest to a name, best first: those that contain it or are contained in it, then those within
 * a third of its length in edits. For messages of the kind "did you mean …".
 */
export function nearestNames(name: string, candidates: Iterable<string>, max = 3): readonly string[] {
  // What a model or a plain JavaScript caller made may be no name at all.
  if (typeof name !== "string") return [];
  const wanted = fold(name);
  const scored: { readonly candidate: string; readonly score: number }[] = [];
  for (const candidate of candidates) {
    const other = fold(candidate);
    const distance = editDistance(wanted, other);
    const contained = wanted.length > 2 && (other.includes(wanted) || wanted.includes(other));
    const sharesWord = words(candidate).some((word) => word.length > 2 && words(name).includes(word));
    if (contained || sharesWord || distance <= Math.max(1, Math.floor(wanted.length / 3)))
      scored.push({ candidate, score: distance - (contained ? 100 : 0) - (sharesWord ? 50 : 0) });
  }
  scored.sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, max).map(({ candidate }) => candidate);
}

function fold(text: string): string {
  return text.slice(0, comparedLength).toLowerCase();
}

function words(text: string): readonly string[] {
  return fold(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
