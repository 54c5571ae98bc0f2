/** Every code of a {@link McpUiServerError}. The union is closed: match on it, never on a message. */
export type McpUiServerErrorCode =
  /** An option is missing or wrong. Nothing was served. */
  | "config"
  /** What a URL was to be minted for is malformed, or not allowed by the options. */
  | "target";

/** A mistake in the program that uses this package. What comes over the network is answered with a status instead. */
export class McpUiServerError extends Error {
  override readonly name: string = "McpUiServerError";
  readonly code: McpUiServerErrorCode;
  /** The option or field that is wrong, such as `hostOrigins`. */
  readonly option: string;

  constructor(code: McpUiServerErrorCode, option: string, problem: string, cause?: unknown) {
    super(`${option}: ${problem}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.option = option;
  }
}
