/** One challenge of a `WWW-Authenticate` header. */
export interface Challenge {
  /** Lower case. */
  readonly scheme: string;
  /** By lower-case name. A parameter that stands twice means nothing and is left out. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** RFC 9110 5.6.2, 5.6.4 and 11.2: tokens, quoted strings, token68. Sticky, so the scan is linear. */
const word = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;
const blank = /[ \t]*/y;
const equals = /[ \t]*=[ \t]*/y;
const token68 = /[0-9A-Za-z._~+/-]+=*(?=[ \t]*(?:,|$))/y;

/** Longer headers than any server needs are cut, not scanned. */
const maxHeaderLength = 16 * 1024;

interface Scanner {
  readonly done: () => boolean;
  take(pattern: RegExp): RegExpExecArray | undefined;
  skipTo(next: string): void;
}

function scanner(text: string): Scanner {
  let at = 0;
  return {
    done: () => at >= text.length,
    take(pattern) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match === null) return undefined;
      at = pattern.lastIndex;
      return match;
    },
    skipTo(next) {
      const found = text.indexOf(next, at);
      at = found < 0 ? text.length : found;
    },
  };
}

interface Growing {
  readonly scheme: string;
  readonly parameters: Map<string, string>;
  readonly repeated: Set<string>;
}

/** Reads a `WWW-Authenticate` header with any number of challenges (RFC 9110 11.6.1). What is malformed is skipped. */
export function parseChallenges(header: string | undefined): readonly Challenge[] {
  const text = (header ?? "").slice(0, maxHeaderLength);
  const scan = scanner(text);
  const challenges: Growing[] = [];
  while (!scan.done()) {
    scan.take(blank);
    const name = scan.take(word)?.[0]?.toLowerCase();
    const last = challenges.at(-1);
    if (name === undefined) skip(scan);
    else if (last !== undefined && scan.take(equals) !== undefined) readValue(scan, last, name);
    else challenges.push(begin(scan, name));
  }
  return challenges.map(({ scheme, parameters, repeated }) => {
    for (const name of repeated) parameters.delete(name);
    return { scheme, parameters };
  });
}

function begin(scan: Scanner, scheme: string): Growing {
  const challenge = { scheme, parameters: new Map<string, string>(), repeated: new Set<string>() };
  scan.take(blank);
  if (scan.take(token68) !== undefined) skip(scan);
  return challenge;
}

function readValue(scan: Scanner, { parameters, repeated }: Growing, name: string): void {
  const value = scan.take(quoted)?.[1]?.replace(/\\(.)/g, "$1") ?? scan.take(word)?.[0];
  skip(scan);
  if (parameters.has(name)) repeated.add(name);
  else if (value !== undefined) parameters.set(name, value);
}

/** To behind the next comma. */
function skip(scan: Scanner): void {
  scan.skipTo(",");
  scan.take(/,/y);
}
