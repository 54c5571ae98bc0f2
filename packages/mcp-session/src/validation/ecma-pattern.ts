/** ECMA-262 `\s` and its complement, as ranges inside a class; RE2's `\s` knows ASCII only. */
const space =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const notSpace =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
const anyButLineEnd = "[^\\n\\r\\x{2028}\\x{2029}]";

/**
 * One token: a pair of surrogate escapes, a property escape, any other escape, or one character. `s`: the next
 * line of a pattern is a character as well.
 */
const token =
  /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\([pP])\{(?:Script|sc|General_Category|gc)=(\w+)\}|\\.|./gis;

/**
 * Rewrites what ECMA-262 and RE2 both know but mean differently: `\s`, `.`, surrogate pairs, `[\b]`, property
 * escapes with a name. Everything else is left to the engine and its own translation.
 *
 * @throws SyntaxError for a named back-reference, which the engine's translation would turn into plain text.
 */
export function rewriteEcmaPattern(pattern: string): string {
  let inClass = false;
  return pattern.replace(token, (text: string, high?: string, low?: string, p?: string, name?: string) => {
    if (high !== undefined && low !== undefined) return codePoint(high, low);
    if (p !== undefined) return `\\${p}{${name}}`;
    if (text.startsWith("\\")) return rewriteEscape(text, inClass);
    if (text === "[" && !inClass) inClass = true;
    else if (text === "]") inClass = false;
    else if (text === "." && !inClass) return anyButLineEnd;
    return text;
  });
}

function rewriteEscape(text: string, inClass: boolean): string {
  if (text === "\\k") throw new SyntaxError("back-references have no linear-time match");
  if (text === "\\b" && inClass) return "\\x08";
  if (text === "\\s") return inClass ? space : `[${space}]`;
  if (text === "\\S") return inClass ? notSpace : `[${notSpace}]`;
  return text;
}

function codePoint(high: string, low: string): string {
  const value = 0x10000 + ((Number.parseInt(high, 16) & 0x3ff) << 10) + (Number.parseInt(low, 16) & 0x3ff);
  return `\\x{${value.toString(16)}}`;
}
