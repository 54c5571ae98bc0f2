/** Longer URIs are refused: they are handed on to browsers, logs and caches. */
const maxLength = 2048;

/**
 * Scheme in any case (RFC 3986 3.1), something behind it, and nothing that could end or forge a header, an
 * attribute or an authority: no control character, space, quote, angle bracket, backslash or user part.
 */
const wellFormed = /^ui:\/\/(?![^/?#]*@)[^\p{Cc}\s"<>\\^`{|}]+$/iu;

/** True for a `ui://` URI that is safe to hand on. */
export function isUiUri(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxLength && wellFormed.test(value);
}

/** True for two spellings of one `ui://` URI: the scheme counts in any case, the rest as it is. */
export function sameUiUri(one: unknown, other: string): boolean {
  if (one === other) return true;
  return isUiUri(one) && isUiUri(other) && one.slice(2) === other.slice(2);
}
