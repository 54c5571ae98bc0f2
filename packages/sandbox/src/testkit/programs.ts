import type { Command } from "../command.ts";

/**
 * The programs that the contract cases run. The defaults, {@link posixPrograms}, need a POSIX `sh` with the usual
 * tools, and `node` for the network. An adapter whose sandbox has other programs supplies its own.
 */
export interface ContractPrograms {
  /** Copies stdin to stdout until EOF, without holding anything back. */
  cat(): Command;
  /** Prints its arguments, each followed by a NUL. */
  args(args: readonly string[]): Command;
  /** Prints its environment, a `NAME=value` per line. */
  env(): Command;
  /** Ends with this exit code. */
  exit(code: number): Command;
  /** Ends itself with SIGKILL. */
  suicide(): Command;
  /** Copies stdin to stderr until EOF, and prints `out` to stdout. */
  catToStderr(): Command;
  /** Prints `x` so many times to stdout, or to stderr and then `done` to stdout. */
  flood(stream: "stdout" | "stderr", bytes: number): Command;
  /** Prints the number of bytes it read from stdin, at EOF. */
  count(): Command;
  /** Does nothing for a minute; neither reads nor writes. */
  idle(): Command;
  /** Prints `ready\n`, then ignores SIGTERM and EOF. */
  stubborn(): Command;
  /** Prints `ready\n`, and at SIGTERM `term\n`; then ends with exit code 7. */
  graceful(): Command;
  /**
   * Starts a child that appends a byte to `file` every few hundredths of a second, prints `ready\n`, and waits. Both
   * ignore SIGTERM and EOF.
   */
  tree(file: string): Command;
  /** As {@link tree}, but the parent prints `done\n` and ends; the child keeps the streams open. */
  leaveBehind(file: string): Command;
  /** Writes stdin to a file. */
  writeFile(path: string): Command;
  /** Prints a file. */
  readFile(path: string): Command;
  /** Makes a symbolic link at `path` to `target`, and prints what is behind it. */
  readThroughLink(path: string, target: string): Command;
  /** A program that does not exist. */
  missing(): Command;
  /** Starts `count` children at once and prints the count, if it can; the children end after seconds. */
  forkMany(count: number): Command;
  /** Fills so much memory at once and prints the number, if it can. */
  fillMemory(bytes: number): Command;
  /** Prints the text of `/proc/self/status`. */
  status(): Command;
  /** Prints the command line of every process it can see, NULs included. */
  commandLines(): Command;
  /** Prints the names of its network interfaces, one per line. */
  networkInterfaces(): Command;
  /** Connects to a port of 127.0.0.1 and prints `connected`, or why it could not. */
  connect(port: number): Command;
}
