/** How many bytes a text takes in UTF-8; counting ends once it is over `limit`. */
export function utf8Length(text: string, limit: number = Number.POSITIVE_INFINITY): number {
  if (text.length > limit) return text.length;
  let bytes = text.length;
  for (let index = 0; index < text.length && bytes <= limit; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair takes four bytes, two for each half; half a pair becomes U+FFFD, which is three.
    if (unit < 0x800 || isPairedSurrogate(text, index, unit)) bytes += 1;
    else bytes += 2;
  }
  return bytes;
}

function isPairedSurrogate(text: string, index: number, unit: number): boolean {
  if (unit >= 0xd800 && unit <= 0xdbff) return isBetween(text.charCodeAt(index + 1), 0xdc00, 0xdfff);
  return unit >= 0xdc00 && unit <= 0xdfff && isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff);
}

function isBetween(unit: number, low: number, high: number): boolean {
  return unit >= low && unit <= high;
}
