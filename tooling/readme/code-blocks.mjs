// Finds the TypeScript blocks of a Markdown text.

/**
 * @typedef {object} CodeBlock
 * @property {number} line of the first line of code, from 1
 * @property {string} code
 * @property {boolean} run false for `ts no-run`: such a block is type-checked only
 */

/** @param {string} markdown @returns {CodeBlock[]} */
export function codeBlocks(markdown) {
  return [...markdown.matchAll(/^```ts( no-run)?\n(.*?)^```$/gms)].map(({ 1: flag, 2: code, index }) => ({
    line: markdown.slice(0, index).split("\n").length + 1,
    code,
    run: flag === undefined,
  }));
}
