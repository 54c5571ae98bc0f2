/** Escapes that mean the same in ECMA-262, Python and RE2. */
const escapes = /^\\(?:[dDwWsSbBnrtfv]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^0-9A-Za-z])/;

/**
 * Whether every engine of a model provider compiles a pattern: no looking around, no references back, no named groups
 * or flags, no classes by Unicode property, no escape or empty class that only ECMA-262 knows. What is refused here
 * need not be wrong; the server's own schema still checks it.
 */
export function isPortablePattern(pattern: string): boolean {
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at, at + 8);
    if (rest.startsWith("\\")) {
      const [known] = escapes.exec(rest) ?? [];
      if (known === undefined) return false;
      at += known.length - 1;
    } else if (inClass) inClass = !rest.startsWith("]");
    else if (rest.startsWith("[")) {
      if (/^\[\^?\]/.test(rest)) return false;
      inClass = true;
    } else if (rest.startsWith("(?") && !rest.startsWith("(?:")) return false;
  }
  return compiles(pattern);
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false; // no pattern at all
  }
}
