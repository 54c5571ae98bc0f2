import process from "node:process";

/** What a program needs to find its way, and nothing that could be a secret. */
const inheritedNames: readonly string[] = ["HOME", "LOGNAME", "PATH", "SHELL", "SHLVL", "TERM", "USER"];

/**
 * The variables of the host that programs get: HOME, LOGNAME, PATH, SHELL, SHLVL, TERM and USER where they are set.
 */
export function hostEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  // Without SHLVL a bash whose stdin is a socket, as with us, believes that it was logged in to and reads ~/.bashrc.
  const kept: Record<string, string> = { SHLVL: "1" };
  for (const name of inheritedNames) {
    const value = source[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
