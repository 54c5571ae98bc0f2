const empty: ReadonlySet<string> = new Set(
  (
    "a an and are as at be by can could do does for from give how i in is it its me my of on or please show so some " +
    "tell that the their them then there these this to us use using want was we what when where which who why will with would you your"
  ).split(" "),
);

/** The words of a text that say something, in a form in which "tides" and "tide" are one. */
export function wordsOf(text: string): readonly string[] {
  const words = text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).filter((word) => !empty.has(word)).map(stem);
}

/** Takes common endings off; not linguistics, and the same for both sides of a comparison. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  for (const ending of ["ing", "ed"])
    if (word.endsWith(ending) && word.length - ending.length >= 4) return word.slice(0, -ending.length);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

/** Whether a word stands in nearly every text, so that it finds nothing. */
export function isEmptyWord(word: string): boolean {
  return empty.has(word.toLowerCase());
}
