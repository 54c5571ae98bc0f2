import type { McpConfigInput } from "../dialect/config-inputs.ts";

/** Where the values of placeholders come from. Nothing here reads an environment on its own. */
export interface McpConfigResolvers {
  /** `${VAR}`, such as `(name) => process.env[name]`. An empty string counts as set, but not for `${VAR:-x}`. */
  env?(name: string): string | undefined;
  /** `$CRED{name}`: a vault, a key ring. */
  credential?(name: string): string | undefined | Promise<string | undefined>;
  /**
   * `${input:id}` of VS Code: what a person is asked for, once for each id. `input` is what the file says of it under
   * `inputs`, where it does.
   */
  input?(id: string, input?: McpConfigInput): string | undefined | Promise<string | undefined>;
  /** What `~` and `${userHome}` stand for. Default: the home of the user that runs this. */
  readonly homeDir?: string;
  /** What `${workspaceFolder}` stands for. Default: the folder of the file, without `.vscode` or `.cursor`. */
  readonly workspaceFolder?: string;
  /**
   * Whether relative paths of `cwd` and of a `command` with a slash start at the file's folder. Default true; false
   * where they are paths inside a sandbox.
   */
  readonly resolvePaths?: boolean;
}
