import { SandboxError } from "@x/sandbox";

/** A full disk, a full quota, or no descriptor left: it may be otherwise a little later. */
const passing = new Set(["ENOSPC", "EDQUOT", "EMFILE", "ENFILE"]);

/** The error for a session whose temporary directories could not be made. */
export function directoryFailed(cause: unknown): SandboxError {
  const { code = "" } = cause as NodeJS.ErrnoException;
  const isPassing = passing.has(code);
  return new SandboxError(isPassing ? "quota" : "unavailable", {
    message: `The session's temporary directory could not be made (${code || "unknown error"}).`,
    remedy: "Make room in the system's temporary directory, or point TMPDIR to one that can be written.",
    cause,
    ...(code === "" ? {} : { detail: code }),
    ...(isPassing ? { retryable: true } : {}),
  });
}
