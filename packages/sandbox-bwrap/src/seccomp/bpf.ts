// Instructions of the classic BPF that seccomp runs (linux/filter.h, linux/seccomp.h). Jumps count from the next one.

/** One instruction: a code, where to go on if its test holds and if not, and a constant. */
export type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, constant: number];

/** Offsets in `struct seccomp_data`; of an argument, the low half on a little-endian processor. */
export const dataOffset: {
  readonly number: number;
  readonly architecture: number;
  argument(index: number): number;
} = {
  number: 0,
  architecture: 4,
  argument: (index) => 16 + 8 * index,
};

/** Loads 32 bits of the call's data. */
export const load = (offset: number): Instruction => [0x20, 0, 0, offset];

/** Goes on at one of two places, by whether what was loaded equals the constant. */
export const ifEqual = (constant: number, then: number, otherwise: number): Instruction => [
  0x15,
  then,
  otherwise,
  constant,
];

/** By whether it is at least the constant. */
export const ifAtLeast = (constant: number, then: number, otherwise: number): Instruction => [
  0x35,
  then,
  otherwise,
  constant,
];

/** By whether it has a bit of the constant. */
export const ifAnyBit = (constant: number, then: number, otherwise: number): Instruction => [
  0x45,
  then,
  otherwise,
  constant,
];

const end = (verdict: number): Instruction => [0x06, 0, 0, verdict];

/** The call is made. */
export const allow: Instruction = end(0x7fff_0000);

/** The process is killed with SIGSYS. */
export const kill: Instruction = end(0x8000_0000);

/** The call fails with that error and is not made. */
export const fail = (errno: number): Instruction => end(0x0005_0000 | errno);

/** The program as the kernel takes it: an array of `struct sock_filter`. */
export function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, then, otherwise, constant]] of program.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, then);
    view.setUint8(index * 8 + 3, otherwise);
    view.setUint32(index * 8 + 4, constant, true);
  }
  return bytes;
}
