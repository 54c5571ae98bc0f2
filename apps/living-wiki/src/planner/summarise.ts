import { wordsOf } from "../text/words.ts";

/**
 * A summary made of a text's own sentences: those whose words are the most frequent in it, and those that have the
 * words of `query`, in their order.
 */
export function summarise(markdown: string, count = 3, query = ""): readonly string[] {
  const sentences = sentencesOf(markdown);
  if (sentences.length <= count) return sentences;
  const frequency = new Map<string, number>();
  for (const word of sentences.flatMap(wordsOf)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const wanted = new Set(wordsOf(query));
  const scored = sentences.map((sentence, index) => {
    const words = [...new Set(wordsOf(sentence))];
    const sum = words.reduce((total, word) => total + (frequency.get(word) ?? 0), 0);
    const asked = words.filter((word) => wanted.has(word)).length;
    // Long sentences have many words; the first ones usually say what it is about.
    return { index, sentence, score: sum / Math.sqrt(words.length + 1) + asked * 5 + (index === 0 ? 1 : 0) };
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence);
}

/** The sentences of the running text: without headings, code, tables, pictures and the marks of Markdown. */
export function sentencesOf(markdown: string): readonly string[] {
  const text = markdown
    .replaceAll(/^(`{3,}|~{3,})[\s\S]*?^\1.*$/gm, "")
    .replaceAll(/^ {0,3}(#{1,6} .*|\|.*|[-=*_ ]{3,})$/gm, "\n")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s*(?:[-*+]|\d+[.)])\s+/gm, "\n\n")
    .replaceAll(/[*_`>]/g, "");
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"“(])/u))
    .filter((sentence) => sentence.length > 2);
}
