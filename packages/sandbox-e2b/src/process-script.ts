import { type CheckedCommand, quoteArgv } from "@x/sandbox";

/** Brings the variables past the shell's profile, which may set them otherwise. */
const variablesVariable = "X_SANDBOX_VARIABLES";

/** Marks every process that a program starts, and is found again in `/proc`. */
const markVariable = "X_SANDBOX_PROCESS";

// Ends whatever carries the mark. A process that is just being started may not carry it yet, hence the second look.
const endMarked = `
  sent= looks=0
  while [ "$looks" -lt "$most" ]; do
    found=$(grep -ls -- "$mark" /proc/[0-9]*/environ)
    if [ -n "$found" ]; then
      sent=1
      for file in $found; do file=\${file#/proc/}; kill -s "$signal" "\${file%/environ}"; done
      [ "$signal" = KILL ] || break
    else
      [ -z "$sent" ] || break
      sleep 0.05
    fi
    looks=$((looks + 1))
  done`;

// The shell stays until its program has ended, ends what that left behind, and returns its exit code. It does not carry
// the mark, so no signal that is meant for the program reaches it.
const supervise = `
mark=$0 directory=$1 variables=$${variablesVariable}; shift
unset ${variablesVariable}
cd -- "$directory" 2>/dev/null || { printf '%s directory\\n' "$mark"; exit 0; }
( eval "$variables"; command -v -- "$1" ) >/dev/null 2>&1 || { printf '%s program\\n' "$mark"; exit 0; }
printf '%s ready\\n' "$mark" >&2
printf '%s ready\\n' "$mark"
set -m
( eval "$variables"; export ${markVariable}="$mark"; exec -- "$@" ) <&0 &
program=$!
exec </dev/null >/dev/null 2>&1
wait "$program"
code=$?
signal=KILL most=50 sent=
${endMarked.replace("sent= looks=0", "sent=1 looks=0")}
exit "$code"`;

const endScript = `mark=$0 signal=$1 most=$2\n${endMarked}`;

/**
 * The shell command that runs a program under a supervisor. The supervisor prints the mark and a word on each stream
 * before the program starts: whatever the shell's profile printed comes before it.
 */
export function programScript(mark: string, { command, args, cwd }: CheckedCommand): string {
  const argv = ["/bin/bash", "--noprofile", "--norc", "-c", supervise, mark, cwd, command, ...args];
  return `exec ${quoteArgv(argv)}`;
}

/** What a program's variables are sent as. Those that no shell can name pass every profile as they are. */
export function programVariables(env: Readonly<Record<string, string>>): Record<string, string> {
  const words = Object.entries(env)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, value]) => `${name}=${value}`);
  if (words.length === 0) return { ...env };
  return { ...env, [variablesVariable]: `export ${quoteArgv(words)}` };
}

/** The shell command that signals the program of that mark, and everything it has started. */
export function signalScript(mark: string, signal: "SIGTERM" | "SIGKILL"): string {
  const [name, looks] = signal === "SIGKILL" ? ["KILL", "50"] : ["TERM", "5"];
  return `exec ${quoteArgv(["/bin/bash", "--noprofile", "--norc", "-c", endScript, mark, name, looks])}`;
}
