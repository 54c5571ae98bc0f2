/** What a {@link SeedSession} is told about a command. */
export interface SeedCommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The result of {@link SeedSession.exec}. */
export interface SeedExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** A running program whose streams are text. */
export interface SeedProcess {
  readonly stdout: AsyncIterable<string>;
  readonly stderr: AsyncIterable<string>;
  readonly exit: Promise<{ readonly exitCode: number | null; readonly signal?: string | null }>;
  writeStdin(chunk: string): Promise<void>;
  closeStdin?(): Promise<void>;
  kill(signal?: "SIGTERM" | "SIGKILL"): Promise<void> | void;
}

/**
 * A sandbox session of harnesses whose streams are text: `exec` takes a shell command, `spawn` a program with its
 * arguments. What is absent is not offered.
 */
export interface SeedSession {
  exec?(
    command: string,
    options?: SeedCommandOptions & { readonly stdin?: string; readonly timeoutMs?: number },
  ): Promise<SeedExecResult>;
  spawn?(
    command: string,
    options?: SeedCommandOptions & { readonly args?: readonly string[] },
  ): Promise<SeedProcess>;
}
