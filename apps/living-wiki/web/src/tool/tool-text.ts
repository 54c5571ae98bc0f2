/** The beginning of a description, up to its first full stop or line end. */
export function firstSentence(description: string): string {
  const [line = ""] = description.trim().split("\n", 1);
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}
