/** Processors that a filter can be made for, by Node's names. */
export type FilteredArchitecture = "x64" | "arm64";

/** Number of a system call on x64 and on arm64; `undefined`: it does not exist there. */
type Numbers = readonly [x64: number, arm64: number | undefined];

/**
 * System calls that no MCP server needs, and that have been ways out of sandboxes: they load code into the kernel,
 * reach into other processes, keep secrets of the session's owner, change mounts, or are large and young. Numbers of
 * the kernel's own tables (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h).
 */
export const deniedCalls: Readonly<Record<string, Numbers>> = {
  // the kernel itself
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  // its young and large interfaces
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // keyrings, which have no namespace
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // other processes
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  // mounts and namespaces
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  unshare: [272, 97],
  setns: [308, 268],
  // the oldest ones of the PC
  iopl: [172, undefined],
  ioperm: [173, undefined],
  modify_ldt: [154, undefined],
  uselib: [134, undefined],
};

/** System calls that are denied for some arguments, or in another way. */
export const judgedCalls: Readonly<Record<"clone" | "clone3" | "ioctl" | "socket", Numbers>> = {
  clone: [56, 220],
  clone3: [435, 435],
  ioctl: [16, 29],
  socket: [41, 198],
};

/** The number of a call of a table, on that processor. */
export function numberOf([x64, arm64]: Numbers, architecture: FilteredArchitecture): number | undefined {
  return architecture === "x64" ? x64 : arm64;
}
