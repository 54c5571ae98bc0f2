import { realCommand } from "@x/tooling/real-parts";
import { describe, expect, test } from "vitest";
import { deniedCalls, judgedCalls, numberOf } from "../src/seccomp/denied-calls.ts";
import { filterFor } from "../src/seccomp/filter-for.ts";
import { hasFilter, seccompFilter } from "../src/seccomp/seccomp-filter.ts";
import { runFilter } from "./fixtures/bpf-machine.ts";
import { openBwrap, sh } from "./fixtures/session.ts";

const allowed = 0x7fff_0000;
const killed = 0x8000_0000;
const failed = (errno: number) => 0x0005_0000 | errno;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

describe.each([
  { name: "x64", architecture: 0xc000_003e, other: 0x4000_0003 },
  { name: "arm64", architecture: 0xc000_00b7, other: 0x4000_0028 },
] as const)("the filter for $name", ({ name, architecture, other }) => {
  const filter = seccompFilter(name);
  const verdict = (number: number, ...args: readonly number[]) =>
    runFilter(filter, { architecture, number, args });
  const number = (call: keyof typeof judgedCalls) => numberOf(judgedCalls[call], name) ?? -1;

  test("denies what is on its list, and nothing else for its number alone", () => {
    const onList = Object.values(deniedCalls).map((numbers) => numberOf(numbers, name));
    const byArguments = new Set(Object.values(judgedCalls).map((numbers) => numberOf(numbers, name)));
    for (let call = 0; call < 1024; call += 1) {
      if (byArguments.has(call)) continue;
      expect(verdict(call), `call ${call}`).toBe(onList.includes(call) ? failed(EPERM) : allowed);
    }
  });

  test("denies new namespaces, and lets processes and threads be made", () => {
    const threads = 0x003d_0f00;
    const vfork = 0x4111;
    for (const flags of [17, threads, vfork]) expect(verdict(number("clone"), flags)).toBe(allowed);
    for (const bit of [17, 25, 26, 27, 28, 29, 30])
      expect(verdict(number("clone"), (2 ** bit) | 17), `bit ${bit}`).toBe(failed(EPERM));
    expect(verdict(number("clone3"))).toBe(failed(ENOSYS));
  });

  test("denies typing into a terminal, whatever the upper half of the request holds", () => {
    for (const request of [0x5412, 0x541c]) expect(verdict(number("ioctl"), 1, request)).toBe(failed(EPERM));
    for (const request of [0x5401, 0x5413, 0x541b])
      expect(verdict(number("ioctl"), 1, request)).toBe(allowed);
  });

  test("lets sockets be Unix, IP and netlink, and no other", () => {
    for (const family of [1, 2, 10, 16]) expect(verdict(number("socket"), family)).toBe(allowed);
    for (const family of [0, 3, 17, 30, 31, 38, 40, 44])
      expect(verdict(number("socket"), family), `family ${family}`).toBe(failed(EAFNOSUPPORT));
  });

  test("kills programs of another ABI", () => {
    expect(runFilter(filter, { architecture: other, number: 0 })).toBe(killed);
  });
});

test("the filter for x64 knows no x32 call, whose numbers would pass it by", () => {
  const data = { architecture: 0xc000_003e, number: 0x4000_0000 + 321 };
  expect(runFilter(seccompFilter("x64"), data)).toBe(failed(ENOSYS));
});

test("a processor that no filter is known for is refused, not left without one", () => {
  expect(() => filterFor("riscv64")).toThrow(
    expect.objectContaining({ code: "unavailable", remedy: expect.stringContaining("seccomp: false") }),
  );
});

/** Calls that would do, or fail otherwise, without the filter: only these tell that it is there. */
const attempts: Readonly<Record<string, readonly (number | "self")[]>> = {
  ptrace: [0, 0, 0, 0],
  keyctl: [0, -3, 0],
  add_key: [0, 0, 0, 0, -2],
  unshare: [0],
  io_uring_setup: [1, 0],
  perf_event_open: [0, 0, -1, -1, 0],
  process_vm_readv: ["self", 0, 0, 0, 0, 0],
};
const hasPerl = await realCommand("perl", "apt-get install perl-base");

describe.skipIf(!hasPerl || !hasFilter(process.arch))("a program in bubblewrap", () => {
  const architecture = hasFilter(process.arch) ? process.arch : "x64";
  const call = (number: number | undefined, args: readonly (number | "self")[]) => {
    const list = args.map((arg) => (arg === "self" ? "$$" : arg));
    return `$! = 0; my $r = syscall(${[number, ...list].join(", ")}); print(($r == -1 ? $! + 0 : "done"), "\\n");`;
  };
  const script = Object.entries(attempts)
    .map(([name, args]) => call(numberOf(deniedCalls[name] ?? [0, 0], architecture), args))
    .map((line) => `{ ${line} }`)
    .join(" ");
  const perl = `perl -e '${script}'`;

  test("is refused what it does not need", async () => {
    await using session = await openBwrap();
    expect(await sh(session, "sed -n 's/^Seccomp:\\s*//p' /proc/self/status")).toBe("2");
    expect((await sh(session, perl)).split("\n")).toEqual(Object.keys(attempts).map(() => String(EPERM)));
  });

  test("is refused none of it without the filter, so the test above can fail", async () => {
    await using session = await openBwrap({ seccomp: false });
    expect(await sh(session, "sed -n 's/^Seccomp:\\s*//p' /proc/self/status")).toBe("0");
    const answers = (await sh(session, perl)).split("\n");
    expect(answers).toHaveLength(Object.keys(attempts).length);
    // The kernel itself may forbid single ones to everybody.
    expect(answers.filter((answer) => answer === String(EPERM)).length).toBeLessThan(3);
  });

  test("gets no socket that reaches past its network namespace", async () => {
    const vsock = `perl -e '$! = 0; socket(my $s, 40, 1, 0) ? print("open") : print($! + 0)'`;
    await using session = await openBwrap();
    expect(await sh(session, vsock)).toBe(String(EAFNOSUPPORT));
  });

  test("makes threads and processes as before", async () => {
    await using session = await openBwrap();
    const workers =
      'const { Worker } = require("node:worker_threads"); const { execFileSync } = require("node:child_process");' +
      'new Worker("require(\\"node:worker_threads\\").parentPort.postMessage(1)", { eval: true })' +
      '.on("message", () => console.log(String(execFileSync("echo", ["both"])).trim()))';
    const { stdout } = await session.exec({ command: "node", args: ["-e", workers] });
    expect(new TextDecoder().decode(stdout)).toBe("both\n");
  });
});
