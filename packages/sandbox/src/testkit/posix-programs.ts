import type { Command } from "../command.ts";
import type { ContractPrograms } from "./programs.ts";

const sh = (script: string, ...args: readonly string[]): Command => ({
  command: "sh",
  args: ["-c", script, "sh", ...args],
});
const node = (script: string, ...args: readonly string[]): Command => ({
  command: "node",
  args: ["-e", script, ...args],
});
const beat = 'while :; do printf x >> "$1"; sleep 0.03; done';

/** The programs of the contract for a sandbox with a POSIX `sh`, the usual tools, and `node`. */
export const posixPrograms: ContractPrograms = {
  cat: () => ({ command: "cat" }),
  args: (args) => sh(`for a do printf '%s\\0' "$a"; done`, ...args),
  env: () => ({ command: "env" }),
  exit: (code) => sh('exit "$1"', String(code)),
  suicide: () => sh("kill -9 $$; sleep 5"),
  catToStderr: () => sh("cat >&2; printf out"),
  flood: (stream, bytes) =>
    stream === "stdout"
      ? sh(`head -c "$1" /dev/zero | tr '\\0' x`, String(bytes))
      : sh(`head -c "$1" /dev/zero | tr '\\0' x >&2; printf done`, String(bytes)),
  count: () => ({ command: "wc", args: ["-c"] }),
  idle: () => ({ command: "sleep", args: ["60"] }),
  stubborn: () => sh("trap '' TERM; echo ready; while :; do sleep 0.05; done"),
  graceful: () => sh("trap 'echo term; exit 7' TERM; echo ready; while :; do sleep 0.05; done"),
  tree: (file) => sh(`trap '' TERM; (${beat}) & echo ready; wait`, file),
  leaveBehind: (file) => sh(`trap '' TERM; (${beat}) & echo done`, file),
  writeFile: (path) => sh('cat > "$1"', path),
  readFile: (path) => ({ command: "cat", args: ["--", path] }),
  readThroughLink: (path, target) => sh('ln -s -- "$2" "$1" && cat -- "$1"', path, target),
  missing: () => ({ command: "no-such-program-5f1e" }),
  forkMany: (count) =>
    sh('i=0; while [ "$i" -lt "$1" ]; do sleep 3 & i=$((i+1)); done; echo "$i"', String(count)),
  // `tail` keeps an unfinished line in memory.
  fillMemory: (bytes) => sh('head -c "$1" /dev/zero | tail -n 1 | wc -c', String(bytes)),
  status: () => ({ command: "cat", args: ["/proc/self/status"] }),
  commandLines: () => sh("cat /proc/[0-9]*/cmdline 2>/dev/null"),
  networkInterfaces: () => sh("sed -n 's/^ *\\([^: ]*\\):.*/\\1/p' /proc/net/dev"),
  connect: (port) =>
    node(
      `require("node:net").connect(+process.argv[1], "127.0.0.1")
        .on("connect", () => { console.log("connected"); process.exit(); })
        .on("error", (error) => console.log(error.code))`,
      String(port),
    ),
};
