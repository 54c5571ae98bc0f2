/** Every code of a {@link SandboxError}. The union is closed: match on it, never on a message. */
export type SandboxErrorCode =
  /** The session has files only: it can neither spawn nor exec. */
  | "no_executor"
  /** This sandbox cannot do what was asked; it never can. */
  | "unsupported"
  /** The backend is missing or down. `remedy` says what to do. */
  | "unavailable"
  /** The backend went away, and what it ran with it. */
  | "state_lost"
  /** The session, the process or its stdin is closed. */
  | "closed"
  /** The program could not be started. `detail` holds the errno where one is known. */
  | "spawn_failed"
  /** More bytes than the limit allows. */
  | "output_limit"
  /** A path that is relative, leaves its root or holds a NUL. */
  | "invalid_path"
  /** No such file. */
  | "file_not_found"
  /** A file could not be read, written, listed or removed. */
  | "file_failed"
  /** The backend refuses more: disk, processes, sandboxes, money. */
  | "quota"
  /** A deadline passed before the program had started. */
  | "timeout"
  /** The caller's signal was aborted; `cause` is its reason. */
  | "cancelled"
  /** The sandbox is weaker than the policy demands. */
  | "policy"
  /** An option or argument is wrong. Nothing was started. */
  | "invalid_argument";

/** What a {@link SandboxError} is made of. */
export interface SandboxErrorInit {
  /** What happened and what to do. Never a secret, an argument, an environment value or output. */
  readonly message: string;
  /** The error underneath. It stays out of `toJSON()`. */
  readonly cause?: unknown;
  /** Id of the sandbox adapter, for example `docker`. */
  readonly sandbox?: string;
  /** One step the operator can take. */
  readonly remedy?: string;
  /** A short word of the backend, such as `ENOENT`. */
  readonly detail?: string;
  /** Whether the same call may succeed later, and did nothing so far. Default: only for `unavailable`. */
  readonly retryable?: boolean;
}

// A registered symbol, so that two copies of this package in one program recognise each other's errors.
const brand: unique symbol = Symbol.for("@x/sandbox/error");

/** The one error family of all sandboxes. */
export class SandboxError extends Error {
  override readonly name: string = "SandboxError";
  /** What kind of failure this is. */
  readonly code: SandboxErrorCode;
  /** Id of the sandbox adapter, where known. */
  readonly sandbox: string | undefined;
  /** One step the operator can take, where there is one. */
  readonly remedy: string | undefined;
  /** A short word of the backend, such as `ENOENT`. */
  readonly detail: string | undefined;
  /** Whether the same call may succeed later, and did nothing so far. */
  readonly retryable: boolean;

  constructor(code: SandboxErrorCode, init: SandboxErrorInit) {
    super(
      init.remedy === undefined ? init.message : `${init.message} ${init.remedy}`,
      init.cause === undefined ? undefined : { cause: init.cause },
    );
    this.code = code;
    this.sandbox = init.sandbox;
    this.remedy = init.remedy;
    this.detail = init.detail;
    this.retryable = init.retryable ?? code === "unavailable";
    Object.defineProperty(this, brand, { value: true });
  }

  /** A record for logs: no stack, no cause. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, code, message, sandbox, remedy, detail, retryable } = this;
    return { name, code, message, sandbox, remedy, detail, retryable };
  }
}

/** The session can run nothing, so a program (an stdio MCP server) has no place to run in. */
export class SandboxNoExecutorError extends SandboxError {
  override readonly name: string = "SandboxNoExecutorError";

  constructor(init: Partial<SandboxErrorInit> = {}) {
    super("no_executor", {
      message: "This sandbox session has no executor: it can neither spawn nor exec. Nothing was started.",
      remedy: "Use a sandbox that can run programs, or a server reached over HTTP.",
      ...init,
    });
  }
}

/** Whether `value` is a {@link SandboxError}, of this copy of the package or of another one. */
export function isSandboxError(value: unknown): value is SandboxError {
  return typeof value === "object" && value !== null && brand in value;
}

/** The error for an aborted signal: code `cancelled`, the signal's reason as `cause`. */
export function cancelledError(signal: AbortSignal | undefined, sandbox?: string): SandboxError {
  return new SandboxError("cancelled", {
    message: "The caller cancelled the operation.",
    cause: signal?.reason,
    ...(sandbox === undefined ? {} : { sandbox }),
  });
}
