/** What is read of a line: blanks, a quoted run, or a run of plain characters and escapes. */
const pieces = /(\s+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\(\n)|\\([\s\S])|([^\s'"\\]+)/gy;

/**
 * Splits a line into words as a POSIX shell does: quotes, backslashes, and nothing else; no variable, pattern or
 * command is expanded.
 *
 * @throws Error for a quote that is not closed, and for a backslash at the end.
 */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const match of line.matchAll(pieces)) {
    end = match.index + match[0].length;
    const [, blank, single, double, , escaped, plain] = match;
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + (single ?? inDouble(double) ?? escaped ?? plain ?? "");
  }
  if (end < line.length) {
    const rest = line[end];
    throw new Error(rest === "\\" ? "It ends with a backslash." : `A quote (${rest}) is not closed.`);
  }
  return word === undefined ? words : [...words, word];
}

/** In double quotes a backslash means something before `$`, `` ` ``, `"`, `\` and the end of a line. */
function inDouble(text: string | undefined): string | undefined {
  return text?.replaceAll(/\\([$`"\\\n])/g, (_, char: string) => (char === "\n" ? "" : char));
}
