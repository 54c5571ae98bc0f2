/**
 * Writes a program and its arguments as one POSIX shell command, for backends that take only that. Every word is put in
 * single quotes, within which a shell gives nothing a meaning (POSIX.1-2017, XCU 2.2.2).
 */
export function quoteArgv(argv: readonly string[]): string {
  return argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}
