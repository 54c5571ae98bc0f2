/** What the protocol or the connection owns. */
const reserved =
  /^(accept|accept-encoding|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|last-event-id|mcp-.*|proxy-.*)$/;

/** RFC 9110 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** RFC 9110 5.5: no control characters, above all no line break. */
const fieldValue = /^[\t\x20-\x7E\x80-\xFF]*$/;

/** What is wrong with declared headers, as a sentence that repeats no value; `undefined` where nothing is. */
export function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!token.test(name)) return "the name of a header holds a character that no header name may have.";
    if (reserved.test(name.toLowerCase()))
      return `the header ${name} belongs to the protocol and cannot be declared.`;
    if (!fieldValue.test(value))
      return `the value of ${name} holds a line break or another character that no header may have.`;
  }
  return undefined;
}

/** The declared headers with names in lower case. */
export function lowerCaseNames(
  headers: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
