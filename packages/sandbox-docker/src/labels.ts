import { SandboxError } from "@x/sandbox";

const prefix = "x.sandbox";

/** Labels that say what a container or volume is, and to whom it belongs. */
export const label: Readonly<Record<"kind" | "owner" | "session" | "createdAt", string>> = {
  /** `container`, `volume`: made by this package, gone with its session. */
  kind: prefix,
  /** The process that made it; see `owner.ts`. */
  owner: `${prefix}.owner`,
  /** The session it belongs to. */
  session: `${prefix}.session`,
  /** ISO 8601. */
  createdAt: `${prefix}.created-at`,
};

/**
 * Keeps callers' labels out of the names that ownership is read from.
 *
 * @throws {SandboxError} `invalid_argument`
 */
export function checkLabels(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(labels)) {
    if (name !== "" && typeof value === "string" && name !== prefix && !name.startsWith(`${prefix}.`))
      continue;
    throw new SandboxError("invalid_argument", {
      message: `Labels must be strings, and their names must not start with "${prefix}". Nothing was started.`,
      sandbox: "docker",
    });
  }
  return labels;
}
