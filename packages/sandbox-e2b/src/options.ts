import type { SandboxError } from "@x/sandbox";

/**
 * What programs may reach. `none`: nothing outside the virtual machine. `internet`: everything. Lists hold addresses,
 * CIDR blocks or, for `allow`, host names; the service enforces them.
 */
export type E2bNetwork =
  | "none"
  | "internet"
  | { readonly allow?: readonly string[]; readonly deny?: readonly string[] };

/** Options of {@link e2bSandbox}. */
export interface E2bSandboxOptions {
  /** Name or id of the template that machines are made of. It needs bash and grep. Default: the service's `base`. */
  readonly template?: string;
  /** Key of the service, or where to get it; asked before each request that makes, renews, lists or ends machines. Default: what the SDK finds as `E2B_API_KEY`. */
  readonly apiKey?: string | (() => string | Promise<string>);
  /** Control API of a self-hosted service. Default: made of `domain`. */
  readonly apiUrl?: string;
  /** Address at which all machines are reached. Default: made of `domain`. */
  readonly sandboxUrl?: string;
  /** Domain of the service. Default: `e2b.app`. */
  readonly domain?: string;
  /** User of the machine that programs run as. Default: the template's. */
  readonly user?: string;
  /** How long a machine lives after the last renewal, in milliseconds: at most that long after this process died. Default: 300 000. */
  readonly lifetimeMs?: number;
  /** Whether the life is renewed, at every third of it, while the session is open. Default: `true`. */
  readonly keepAlive?: boolean;
  /** Told about every renewal that failed; the next one comes at its time. Default: nobody is told. */
  readonly onRenewalError?: (error: SandboxError) => void;
  /** Default: `none`. */
  readonly network?: E2bNetwork;
  /** Words stored with each machine, next to those of `open()`. Never secrets. Names that start with `x-sandbox` are taken. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Variables of every program. */
  readonly env?: Readonly<Record<string, string>>;
  /** Deadline of the start of a machine or a program, in milliseconds. Default: 60 000. */
  readonly startTimeoutMs?: number;
  /** Deadline of a short request, such as a kill, in milliseconds. Default: 15 000. */
  readonly requestTimeoutMs?: number;
}
