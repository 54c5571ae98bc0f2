import {
  allow,
  assemble,
  dataOffset,
  fail,
  type Instruction,
  ifAnyBit,
  ifAtLeast,
  ifEqual,
  kill,
  load,
} from "./bpf.ts";
import { deniedCalls, type FilteredArchitecture, judgedCalls, numberOf } from "./denied-calls.ts";

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 (linux/audit.h). */
const auditNames: Readonly<Record<FilteredArchitecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };
/** Calls of the x32 ABI carry this bit, and would pass by every number. */
const x32Bit = 0x4000_0000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (linux/sched.h). */
const newNamespaces = 0x7e02_0000;
/** TIOCSTI types into a terminal for its owner, TIOCLINUX pastes. */
const terminalRequests = [0x5412, 0x541c];
/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. Others know no network namespace (AF_VSOCK), or are seldom looked at. */
const addressFamilies = [1, 2, 10, 16];

/** Whether a filter can be made for this processor (`process.arch`). */
export function hasFilter(architecture: string): architecture is FilteredArchitecture {
  return Object.hasOwn(auditNames, architecture);
}

/**
 * The filter for programs on that processor, as BPF bytecode for seccomp(2): a short list of system calls fails, all
 * others are made. Arguments are judged by their low 32 bits, since the kernel looks at no more of these.
 */
export function seccompFilter(architecture: FilteredArchitecture): Uint8Array {
  const number = (name: keyof typeof judgedCalls): number =>
    numberOf(judgedCalls[name], architecture) as number;
  const denied = Object.values(deniedCalls).map((numbers) => numberOf(numbers, architecture));
  return assemble([
    load(dataOffset.architecture),
    // Another ABI of the same kernel has other numbers: programs for it do not run at all.
    ...unless(ifEqual(auditNames[architecture], 1, 0), kill),
    load(dataOffset.number),
    ...(architecture === "x64" ? unless(ifAtLeast(x32Bit, 0, 1), fail(errno.ENOSYS)) : []),
    ...denied.flatMap((call) => (call === undefined ? [] : unless(ifEqual(call, 0, 1), fail(errno.EPERM)))),
    // Its flags lie in memory, where a filter cannot look; the C library falls back to clone.
    ...unless(ifEqual(number("clone3"), 0, 1), fail(errno.ENOSYS)),
    ...judged(number("clone"), 0, [ifAnyBit(newNamespaces, 0, 1), fail(errno.EPERM), allow]),
    ...judged(number("ioctl"), 1, [...noneOf(terminalRequests), fail(errno.EPERM)]),
    ...judged(number("socket"), 0, [...oneOf(addressFamilies), fail(errno.EAFNOSUPPORT)]),
    allow,
  ]);
}

/** One test whose other way out is `verdict`. */
function unless(test: Instruction, verdict: Instruction): readonly Instruction[] {
  return [test, verdict];
}

/** Looks at one argument of one call; `body` ends with a verdict. Other calls pass it by. */
function judged(call: number, argument: number, body: readonly Instruction[]): readonly Instruction[] {
  return [ifEqual(call, 0, body.length + 1), load(dataOffset.argument(argument)), ...body];
}

/** Allows the constants, and goes on for everything else. */
function oneOf(constants: readonly number[]): readonly Instruction[] {
  return constants.flatMap((constant) => [ifEqual(constant, 0, 1), allow]);
}

/** Goes on for the constants, and allows everything else. */
function noneOf(constants: readonly number[]): readonly Instruction[] {
  const tests = constants.map((constant, index) => ifEqual(constant, constants.length - index, 0));
  return [...tests, allow];
}
