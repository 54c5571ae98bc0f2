/** Four lanes, each with a start of its own. */
const starts: readonly number[] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];

/**
 * A 128-bit hash of a text as four 32-bit words: FNV-1a over its UTF-16 units in four lanes, each finished with the
 * avalanche of MurmurHash3. For keys and names, where nobody gains by a collision; not for signatures or pins. In
 * plain code because loading the platform's digests costs three megabytes of memory, and a cryptographic one in plain
 * code wakes the optimising compiler, which costs five.
 */
export function hash128(text: string): readonly number[] {
  return starts.map((start) => {
    let hash = start;
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    return avalanche(hash ^ text.length);
  });
}

function avalanche(word: number): number {
  let hash = word;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
