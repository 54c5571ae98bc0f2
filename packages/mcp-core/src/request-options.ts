import { ConfigError } from "./config-error.ts";
import { isJsonObject } from "./json.ts";

/** Checks one option; gives what was expected where it is not that. */
type OptionCheck = (value: unknown) => string | undefined;

const duration: OptionCheck = (value) =>
  typeof value === "number" && value >= 0
    ? undefined
    : "expected a number of milliseconds, 0 or more, such as 60_000. Leave it out for the default.";
const signal: OptionCheck = (value) =>
  isJsonObject(value) && typeof value.aborted === "boolean" && typeof value.addEventListener === "function"
    ? undefined
    : "expected an AbortSignal. Leave it out where nothing is to be aborted.";
const text: OptionCheck = (value) =>
  typeof value === "string" ? undefined : "expected a string. Leave it out where there is none.";

const checks: Readonly<Record<string, OptionCheck>> = {
  signal,
  timeoutMs: duration,
  totalTimeoutMs: duration,
  graceMs: duration,
  serverId: text,
  toolCallId: text,
  meta: (value) => (isJsonObject(value) ? undefined : "expected an object of `_meta` keys."),
  onProgress: (value) => (typeof value === "function" ? undefined : "expected a function."),
};

/**
 * What is wrong with the options of a port's method: a deadline that is no duration would end a request at once, or
 * never. `undefined` where all is well; keys that a port does not know are left alone.
 */
export function requestOptionsError(options: unknown, serverId?: string): ConfigError | undefined {
  if (options === undefined) return undefined;
  if (!isJsonObject(options))
    return new ConfigError({
      pointer: "/options",
      problem: "expected an object of options, or nothing. Nothing was sent.",
      serverId,
    });
  for (const key in options) {
    const value = options[key];
    const problem = value === undefined || !Object.hasOwn(checks, key) ? undefined : checks[key]?.(value);
    if (problem !== undefined)
      return new ConfigError({
        pointer: `/options/${key}`,
        problem: `${problem} Nothing was sent.`,
        serverId,
      });
  }
  return undefined;
}
