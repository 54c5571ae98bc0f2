/**
 * The parts of Node that running a process needs. Asked for by `getBuiltinModule` and not imported: importing a
 * built-in reads every property it exports, and for `fs`, `util` and `process` that loads workers, readline and the
 * history of the REPL, three megabytes for every program that starts a server.
 */
const builtin = process.getBuiltinModule;

export const childProcess: typeof import("node:child_process") = builtin("node:child_process");
export const events: typeof import("node:events") = builtin("node:events");
export const fs: typeof import("node:fs") = builtin("node:fs");
export const os: typeof import("node:os") = builtin("node:os");
export const path: typeof import("node:path") = builtin("node:path");
export const timers: typeof import("node:timers/promises") = builtin("node:timers/promises");
