/**
 * Where a secret comes from: itself, a function that gives it, a variable, or a file. It is asked for with every
 * request, so one that changes is picked up. Variables and files stand in declarations; the rest is for code.
 */
export type SecretInput =
  | string
  | (() => string | Promise<string>)
  | { readonly env: string }
  | { readonly file: string };

/** How variables and files are read. Nothing in this package reads an environment on its own. */
export interface SecretReaders {
  /** Such as `(name) => process.env[name]`. Without it `{ env }` is refused. */
  readonly env?: ((name: string) => string | undefined) | undefined;
  /** Default: the file system. */
  readonly file?: ((path: string) => Promise<string>) | undefined;
}
