import process from "node:process";

/** What a program needs to find its way, and nothing that could be a secret. */
const inheritedNames: readonly string[] = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];

/**
 * The variables of the host that programs get: HOME, LOGNAME, PATH, SHELL, TERM and USER where they are set; and
 * SHLVL, which is 1.
 */
export function hostEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  // A bash whose stdin is a socket, as with us, believes that it was logged in to and reads ~/.bashrc, unless it sees
  // that a shell is above it. The host's own value is no help: a shell that `exec`s counts itself down to 0.
  const kept: Record<string, string> = { SHLVL: "1" };
  for (const name of inheritedNames) {
    const value = source[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
