import { cancelledError, SandboxError, type SandboxErrorCode } from "@x/sandbox";

/** The HTTP status in an error of `dockerode` or of our own requests, or in what a {@link SandboxError} was made of. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof SandboxError) return statusOf(error.cause);
  return isRecord(error) && typeof error.statusCode === "number" ? error.statusCode : undefined;
}

/** What was asked of the engine when it failed. */
export interface FailedRequest {
  readonly engine: string;
  /** For the message: `create a container`. */
  readonly what: string;
  /** Code for an answer that is no success. */
  readonly failure: SandboxErrorCode;
  readonly timeoutMs: number;
  readonly expired: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Says what an engine's failure means, and what to do. The engine's own words stay in `cause`. */
export function toSandboxError(error: unknown, request: FailedRequest): SandboxError {
  if (error instanceof SandboxError) return error;
  const { engine, what, failure, signal } = request;
  if (signal?.aborted) return cancelledError(signal, "docker");
  const shared = { cause: error, sandbox: "docker" };
  if (request.expired) {
    return new SandboxError("timeout", {
      ...shared,
      message: `The container engine at ${engine} did not ${what} within ${request.timeoutMs} ms.`,
      remedy: "Look whether the engine hangs, or allow it more time.",
    });
  }
  const status = statusOf(error);
  if (status !== undefined) {
    return new SandboxError(failure, {
      ...shared,
      message: `The container engine refused to ${what} (HTTP ${status}). Its own words are in the cause.`,
      detail: `HTTP ${status}`,
    });
  }
  return unreachable(isRecord(error) ? String(error.code) : "", engine, shared);
}

function unreachable(
  code: string,
  engine: string,
  shared: { readonly cause: unknown; readonly sandbox: string },
): SandboxError {
  if (code === "EACCES" || code === "EPERM") {
    return new SandboxError("unavailable", {
      ...shared,
      message: `This user may not use the container engine at ${engine}.`,
      detail: code,
      remedy:
        "Add the user to the engine's group (mind that it is as good as root), or use a rootless engine.",
    });
  }
  if (code === "ENOENT" || code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EHOSTUNREACH") {
    return new SandboxError("unavailable", {
      ...shared,
      message: `No container engine listens at ${engine}.`,
      detail: code,
      remedy: "Start Docker or Podman, or give the path of its socket as socketPath.",
    });
  }
  return new SandboxError("state_lost", {
    ...shared,
    message: `The connection to the container engine at ${engine} was lost.`,
    detail: code,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
