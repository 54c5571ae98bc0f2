/**
 * Everything a session may be able to do. An adapter lists what it has in `session.features`; the contract kit
 * runs the cases of every listed feature, and skips only those of features declared missing.
 *
 * - `spawn`, `exec`, `files`: the method of that name is there.
 * - `exec-stdin`: `exec` passes `stdin` to the program, then EOF.
 * - `timeout-output`: `exec` returns what a program had printed before its deadline.
 * - `binary`: bytes that are no UTF-8 text pass unchanged, in and out.
 * - `close-stdin`: `closeStdin()` gives the program EOF while its output keeps flowing.
 * - `session-files`: every session has files of its own.
 * - `processes`: programs are real processes of an operating system.
 * - `signal-term`: SIGTERM reaches the program, which may handle it.
 * - `exit-signal`: death by a signal is told apart from an exit code.
 * - `kill-tree`: a kill, a deadline and `close()` reach every process that the program started.
 * - `parent-death`: nothing outlives a host process that was killed, at the latest after `sweep()`.
 * - `backend`: programs live in a service that can be lost, and its loss is reported.
 * - `oom-reason`: death by memory is reported as `oom`.
 * - `limit-memory`, `limit-pids`, `limit-cpu`: this resource is bounded.
 * - `network-none`: the program has no network.
 * - `private-files`: host files cannot be read, nothing outside the workdir can be written.
 * - `private-processes`: processes of the host and of other sessions are invisible.
 * - `no-privileges`: not root on the host, no capabilities, none to be gained.
 */
export const sandboxFeatures = [
  "spawn",
  "exec",
  "files",
  "exec-stdin",
  "timeout-output",
  "binary",
  "close-stdin",
  "session-files",
  "processes",
  "signal-term",
  "exit-signal",
  "kill-tree",
  "parent-death",
  "backend",
  "oom-reason",
  "limit-memory",
  "limit-pids",
  "limit-cpu",
  "network-none",
  "private-files",
  "private-processes",
  "no-privileges",
] as const;

/** A name in `session.features`. See {@link sandboxFeatures}. */
export type SandboxFeature = (typeof sandboxFeatures)[number];
