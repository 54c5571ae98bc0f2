import process from "node:process";

/** What a program needs to find its way, and nothing that could be a secret. */
export const inheritedNames: readonly string[] = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];

/** The variables of the host that programs get: those of {@link inheritedNames} that are set. */
export function hostEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of inheritedNames) {
    const value = source[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
