/** An entry of a directory. */
export interface SandboxFileEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "other";
}

/**
 * Files as a program in the session sees them. Paths are POSIX; a relative one starts at the workdir.
 * All methods reject with a {@link SandboxError}: `file_not_found`, `file_failed`, `invalid_path`, `closed`, `cancelled`.
 */
export interface SandboxFiles {
  /** The whole file. Above `maxBytes` (default 10 MiB) it rejects with `output_limit`. */
  read(
    path: string,
    options?: { readonly maxBytes?: number; readonly signal?: AbortSignal },
  ): Promise<Uint8Array>;
  /** Writes the whole file; makes missing directories. */
  write(path: string, data: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** The entries of a directory, sorted by name. */
  list(path: string, options?: { readonly signal?: AbortSignal }): Promise<readonly SandboxFileEntry[]>;
  /** Removes a file, or a directory with all it holds. */
  remove(path: string, options?: { readonly signal?: AbortSignal }): Promise<void>;
}
