import { cancelledError, SandboxError, type SandboxErrorCode } from "@x/sandbox";
import { sandboxId } from "./settings.ts";

/** What was asked of the service when it failed. */
export interface FailedRequest {
  /** For the message: `create a machine`. */
  readonly what: string;
  /** Code for a failure that nothing more is known about. */
  readonly failure: SandboxErrorCode;
  readonly signal?: AbortSignal | undefined;
}

interface Meaning {
  readonly code?: SandboxErrorCode;
  readonly says: string;
  readonly remedy?: string;
}

// By the names of the SDK's errors: their classes differ between two copies of it.
const meanings: Readonly<Record<string, Meaning>> = {
  AuthenticationError: {
    code: "unavailable",
    says: "the API key is missing or was refused",
    remedy: "Give a valid key as apiKey, or as E2B_API_KEY.",
  },
  RateLimitError: {
    code: "quota",
    says: "the account's limit is reached",
    remedy: "Close sessions, call sweep(), or raise the limit with the service.",
  },
  NotEnoughSpaceError: { code: "quota", says: "the machine's disk is full" },
  ServiceBusyError: {
    code: "unavailable",
    says: "the service is busy",
    remedy: "Try again a little later.",
  },
  TemplateError: {
    code: "unavailable",
    says: "the template does not fit this SDK",
    remedy: "Build the template again.",
  },
  NotFoundError: { says: "there is no such thing" },
  SandboxNotFoundError: { says: "the machine is gone" },
  InvalidArgumentError: { says: "the request was refused" },
  AbortError: { code: "timeout", says: "it took too long" },
};

/** Says what a failure of the SDK means, and what to do. The service's own words stay in `cause`. */
export function toSandboxError(error: unknown, request: FailedRequest): SandboxError {
  if (error instanceof SandboxError) return error;
  const { what, failure, signal } = request;
  if (signal?.aborted) return cancelledError(signal, sandboxId);
  const { name = "", statusCode } = error as { name?: string; statusCode?: number };
  const { code = failure, says, remedy } = meaningOf(name, statusCode, error);
  return new SandboxError(code, {
    message: `E2B did not ${what}: ${says}.`,
    sandbox: sandboxId,
    cause: error,
    ...(statusCode === undefined ? {} : { detail: `HTTP ${statusCode}` }),
    ...(remedy === undefined ? {} : { remedy }),
  });
}

/** Whether the SDK says that the program or the machine is not there (any more). */
export function isGone(error: unknown): boolean {
  const { name } = error as { name?: string };
  return name === "NotFoundError" || name === "SandboxNotFoundError";
}

function meaningOf(name: string, status: number | undefined, error: unknown): Meaning {
  // The SDK has one class for a deadline of ours and for a machine that reached its end, which says so.
  if (name === "TimeoutError") {
    const ended = /killed|not found|end of life|sandbox timeout/i.test((error as Error).message);
    return ended
      ? { code: "state_lost", says: "the machine has reached the end of its life" }
      : { code: "timeout", says: "it took too long" };
  }
  if (error instanceof TypeError) {
    return {
      code: "unavailable",
      says: "it cannot be reached",
      remedy: "Look at the network, and at apiUrl, sandboxUrl and domain if they are set.",
    };
  }
  if (status === 402 || status === 403 || status === 507) {
    return { code: "quota", says: "the account may not do that", remedy: "Look at its plan and limits." };
  }
  if (status === 404) {
    return { says: "there is no such template", remedy: "Build it, or correct the option template." };
  }
  return (
    meanings[name] ?? {
      says: status === undefined ? "the connection failed" : "the request failed",
      remedy: "The service's own words are in the cause.",
    }
  );
}
