/** A JSON string or number. */
const scalar = String.raw`("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?)`;

/** Members that may stand before or behind the id of an answer; none of them can hold an object. */
const version = String.raw`"jsonrpc"\s*:\s*"[^"]*"`;
const atHead = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?"id"\s*:\s*${scalar}\s*,\s*(?!"method")`);

/** Anchored to the last brace of the line, which closes the outermost object: nothing nested can match. */
const atTail = new RegExp(
  String.raw`,\s*(?:${version}\s*,\s*)?"id"\s*:\s*${scalar}\s*(?:,\s*${version}\s*)?\}\s*$`,
);

/**
 * The id of an answer of which only the two ends are known, or which does not parse: so that one unreadable answer
 * fails one call, and no call waits for its deadline. `undefined` where neither end tells.
 */
export function answerId(head: string, tail: string): string | number | undefined {
  const found = atHead.exec(head)?.[1] ?? atTail.exec(tail)?.[1];
  return found === undefined ? undefined : parseScalar(found);
}

function parseScalar(text: string): string | number | undefined {
  try {
    return JSON.parse(text) as string | number;
  } catch {
    return undefined; // a string with an escape that JSON does not know
  }
}
