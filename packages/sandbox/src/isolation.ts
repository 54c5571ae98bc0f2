import { SandboxError } from "./error.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Every isolation level, weakest first.
 *
 * - `none`: programs run as the user who runs the harness.
 * - `virtual`: no operating-system process at all, programs are simulated.
 * - `os-policy`: a host process behind kernel rules (namespaces, Landlock, Seatbelt).
 * - `container`: an engine's container on the host's kernel.
 * - `gvisor`: a container on a kernel of its own in user space.
 * - `microvm`: a virtual machine on this host.
 * - `remote`: another machine; the host is out of reach, but data leaves it.
 */
export const isolationLevels = [
  "none",
  "virtual",
  "os-policy",
  "container",
  "gvisor",
  "microvm",
  "remote",
] as const;

/** How far a sandbox keeps a program away from the host. See {@link isolationLevels}. */
export type IsolationLevel = (typeof isolationLevels)[number];

/** Orders two levels for `sort`: negative if `a` is weaker than `b`, zero if they are equal. */
export function compareIsolation(a: IsolationLevel, b: IsolationLevel): number {
  return isolationLevels.indexOf(a) - isolationLevels.indexOf(b);
}

/** Whether `level` is at least as strong as `minimum`. */
export function meetsIsolation(level: IsolationLevel, minimum: IsolationLevel): boolean {
  return compareIsolation(level, minimum) >= 0;
}

/**
 * Refuses a sandbox (or a session) that is weaker than the policy asks for. Call it before `open()`:
 * then nothing has been started.
 *
 * @throws {SandboxError} `policy`
 */
export function requireIsolation(sandbox: Pick<Sandbox, "id" | "isolation">, minimum: IsolationLevel): void {
  if (meetsIsolation(sandbox.isolation, minimum)) return;
  throw new SandboxError("policy", {
    message: `The sandbox "${sandbox.id}" isolates at level "${sandbox.isolation}", but the policy asks for "${minimum}" or stronger. Nothing was started.`,
    sandbox: sandbox.id,
    remedy: `Choose a sandbox of level ${isolationLevels.slice(isolationLevels.indexOf(minimum)).join(", ")}, or lower the minimum.`,
  });
}
