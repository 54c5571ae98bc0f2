/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as 32 bytes. In plain code because the one of the platform costs
 * three megabytes of memory to load, which a program with a handful of servers would pay for cache keys alone.
 */
export function sha256(text: string): Uint8Array {
  const message = padded(new TextEncoder().encode(text));
  const state = new Uint32Array(initial);
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < message.byteLength; offset += 64) {
    for (let index = 0; index < 16; index++) schedule[index] = message.getUint32(offset + index * 4);
    for (let index = 16; index < 64; index++) schedule[index] = scheduled(schedule, index);
    compress(state, schedule);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

/** 5.1.1: a one bit, zeros, and the length in bits, up to a multiple of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setBigUint64(view.byteLength - 8, BigInt(bytes.length) * 8n);
  return view;
}

/** 6.2.2, step 1. */
function scheduled(schedule: Uint32Array, index: number): number {
  const before = at(schedule, index - 15);
  const recent = at(schedule, index - 2);
  const low = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3);
  const high = rotate(recent, 17) ^ rotate(recent, 19) ^ (recent >>> 10);
  return at(schedule, index - 16) + low + at(schedule, index - 7) + high;
}

/** 6.2.2, steps 2 to 4. Eight words in an array, moved along each round: nothing is allocated in the loop. */
function compress(state: Uint32Array, schedule: Uint32Array): void {
  const words = new Uint32Array(state);
  for (let index = 0; index < 64; index++) {
    const a = at(words, 0);
    const e = at(words, 4);
    const choice = (e & at(words, 5)) ^ (~e & at(words, 6));
    const majority = (a & at(words, 1)) ^ (a & at(words, 2)) ^ (at(words, 1) & at(words, 2));
    const mixed = (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice;
    const first = at(words, 7) + mixed + at(constants, index) + at(schedule, index);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    words.copyWithin(1, 0, 7);
    words[4] = at(words, 4) + first;
    words[0] = first + second;
  }
  for (let index = 0; index < 8; index++) state[index] = at(state, index) + at(words, index);
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function at(words: ArrayLike<number>, index: number): number {
  return words[index] ?? 0;
}

/** 5.3.3: the first 32 bits of the fractional parts of the square roots of the first eight primes. */
const initial: readonly number[] = fractions(8, (prime) => Math.sqrt(prime));

/** 4.2.2: the same of the cube roots of the first 64 primes. */
const constants: readonly number[] = fractions(64, (prime) => Math.cbrt(prime));

function fractions(count: number, root: (prime: number) => number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));
}
