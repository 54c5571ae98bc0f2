import { SandboxError } from "@x/sandbox";
import { hasFilter, seccompFilter } from "./seccomp-filter.ts";

/**
 * The filter for programs on this processor.
 *
 * @throws {SandboxError} `unavailable` where none is known: nobody is to get less than was asked for in silence
 */
export function filterFor(architecture: string): Uint8Array {
  if (hasFilter(architecture)) return seccompFilter(architecture);
  throw new SandboxError("unavailable", {
    message: `There is no seccomp filter for the processor "${architecture}". Nothing was started.`,
    remedy: "Do without one (seccomp: false), or use a container sandbox.",
    sandbox: "bwrap",
  });
}
