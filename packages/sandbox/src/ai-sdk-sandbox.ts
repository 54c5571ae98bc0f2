/** The part of a web stream that is read. */
export interface AiSdkReadable {
  getReader(): {
    read(): Promise<
      | { readonly done: false; readonly value: Uint8Array }
      | { readonly done: true; readonly value?: undefined | Uint8Array }
    >;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** The part of a web stream that is written to. */
export interface AiSdkWritable {
  getWriter(): { write(chunk: Uint8Array): Promise<void>; close(): Promise<void> };
}

/** A running program of the AI SDK's sandbox port. `stdin` is there if it was asked for and is supported. */
export interface AiSdkProcess {
  readonly pid?: number;
  readonly stdin?: AiSdkWritable;
  readonly stdout: AiSdkReadable;
  readonly stderr: AiSdkReadable;
  wait(): PromiseLike<{ readonly exitCode: number }>;
  kill(): PromiseLike<void>;
}

/** What {@link AiSdkSandboxSession.spawn} takes; `command` is a shell command. */
export interface AiSdkSpawnOptions {
  readonly command: string;
  readonly workingDirectory?: string;
  readonly env?: Record<string, string>;
  readonly abortSignal?: AbortSignal;
}

/**
 * The sandbox port of the AI SDK (`Experimental_SandboxSession` of `@ai-sdk/provider-utils` 5), as far as it is used
 * here. Any object of this shape will do.
 */
export interface AiSdkSandboxSession {
  readonly defaultWorkingDirectory?: string;
  readonly spawn: (options: AiSdkSpawnOptions & { readonly stdin?: true }) => PromiseLike<AiSdkProcess>;
  readonly readBinaryFile: (options: {
    readonly path: string;
    readonly abortSignal?: AbortSignal;
  }) => PromiseLike<Uint8Array | null>;
  readonly writeBinaryFile: (options: {
    readonly path: string;
    readonly content: Uint8Array;
    readonly abortSignal?: AbortSignal;
  }) => PromiseLike<void>;
}
