// What is used of the SDK, so that no type of it is part of ours.

/** Options of every request. */
export interface RequestOptions {
  readonly requestTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Options of a request to the control API. */
export interface ControlOptions extends RequestOptions {
  readonly apiKey?: string;
  readonly apiUrl?: string;
  readonly sandboxUrl?: string;
  readonly domain?: string;
  readonly debug: false;
  readonly retries: number;
}

/** Options of a new machine. */
export interface CreateOptions extends ControlOptions {
  readonly timeoutMs: number;
  readonly metadata: Record<string, string>;
  readonly allowInternetAccess: boolean;
  readonly network?: { readonly allowOut?: string[]; readonly denyOut?: string[] };
}

/** A command that runs in a machine. */
export interface CommandHandle {
  readonly pid: number;
  readonly stdout: string;
  readonly stderr: string;
  wait(): Promise<{ readonly exitCode: number; readonly error?: string }>;
  sendStdin(data: Uint8Array, options?: RequestOptions): Promise<void>;
  closeStdin(options?: RequestOptions): Promise<void>;
  disconnect(): Promise<void>;
}

/** How a command is started. */
export interface RunOptions extends RequestOptions {
  readonly background: true;
  readonly stdin: boolean;
  readonly timeoutMs: number;
  readonly envs?: Record<string, string>;
  readonly user?: string;
  readonly onStdout?: (text: string) => void | Promise<void>;
  readonly onStderr?: (text: string) => void | Promise<void>;
}

/** A machine. */
export interface Machine {
  readonly sandboxId: string;
  readonly commands: { run(command: string, options: RunOptions): Promise<CommandHandle> };
}

/** A machine in a list. */
export interface ListedMachine {
  readonly sandboxId: string;
  readonly metadata: Record<string, string>;
}

/** The part of the SDK that is used. */
export interface E2bClient {
  create(template: string, options: CreateOptions): Promise<Machine>;
  list(options: ControlOptions & { readonly query: { readonly metadata: Record<string, string> } }): {
    readonly hasNext: boolean;
    nextItems(): Promise<readonly ListedMachine[]>;
  };
  kill(sandboxId: string, options: ControlOptions): Promise<boolean>;
  setTimeout(sandboxId: string, timeoutMs: number, options: ControlOptions): Promise<void>;
}

/** Loads the SDK, which is large, on first use. */
export async function loadClient(): Promise<E2bClient> {
  const { Sandbox } = await import("e2b");
  return Sandbox;
}

/**
 * Empties what a handle keeps of a command's output: it would keep all of it, for as long as the command runs. The SDK
 * has no option for that; a test holds its private fields to it.
 */
export function forgetOutput(handle: CommandHandle): void {
  const fields = handle as { _stdout?: string; _stderr?: string };
  fields._stdout = "";
  fields._stderr = "";
}
