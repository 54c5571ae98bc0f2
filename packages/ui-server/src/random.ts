/** Fills with random bytes; replace it in tests only. */
export type RandomBytes = (lengthBytes: number) => Uint8Array;

/** The platform's random bytes. */
export function systemRandom(lengthBytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(lengthBytes));
}

/** Sixteen random bytes in hex: a nonce of a page, the id of a view. */
export function randomName(random: RandomBytes): string {
  return Array.from(random(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
