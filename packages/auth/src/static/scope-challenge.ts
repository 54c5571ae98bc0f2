/** A scope value of RFC 6749 3.3, quoted or not. */
const scopeParameter = /\bscope\s*=\s*(?:"([\x20-\x21\x23-\x5B\x5D-\x7E]*)"|([^\s",]+))/i;

/**
 * The scopes a `WWW-Authenticate` header asks for where its error is `insufficient_scope` (RFC 6750 3.1); an empty
 * list where it names none, `undefined` where it says something else.
 */
export function scopeChallenge(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || !/\berror\s*=\s*"?insufficient_scope\b/i.test(header)) return undefined;
  const [, quoted, bare] = scopeParameter.exec(header) ?? [];
  return (quoted ?? bare ?? "").split(" ").filter((scope) => scope !== "");
}
