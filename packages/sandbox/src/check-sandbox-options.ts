import { SandboxError } from "./error.ts";

/** Checks one option; gives what it must be where it is not that. */
type OptionCheck = (value: unknown) => string | undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const bytes: OptionCheck = (value) =>
  typeof value === "number" && value >= 0 ? undefined : "a number of bytes, 0 or more";
const words: OptionCheck = (value) =>
  isObject(value) && Object.values(value).every((word) => typeof word === "string")
    ? undefined
    : "an object of strings";
const listOfObjects: OptionCheck = (value) =>
  Array.isArray(value) && value.every(isObject) ? undefined : "a list of objects";

const checks: Readonly<Record<string, OptionCheck>> = {
  signal: (value) =>
    isObject(value) && typeof value.aborted === "boolean" && typeof value.addEventListener === "function"
      ? undefined
      : "an AbortSignal, or left out",
  timeoutMs: (value) =>
    typeof value === "number" && value > 0 && value <= 2 ** 31 - 1
      ? undefined
      : "above 0 and below 2^31; leave it out for no deadline",
  startTimeoutMs: (value) =>
    typeof value === "number" && value > 0 && value <= 2 ** 31 - 1 ? undefined : "above 0 and below 2^31",
  graceMs: (value) =>
    typeof value === "number" && value >= 0 ? undefined : "a number of milliseconds, 0 or more",
  maxOutputBytes: bytes,
  maxBytes: bytes,
  stdin: (value) => (value instanceof Uint8Array ? undefined : "a Uint8Array; encode text first"),
  labels: words,
  env: words,
  limits: (value) => (isObject(value) ? undefined : "an object of limits"),
  binds: listOfObjects,
  mounts: listOfObjects,
  volumes: listOfObjects,
  candidates: listOfObjects,
};

/**
 * Refuses options that make no sense, by name and before anything is started: no object, a signal that is none, a
 * deadline that would end a program at once or never. Keys that are not known here are left alone. Call it first in the
 * `open()` and the factory of an adapter; the methods of a session made by `createSession` do so by themselves.
 *
 * @throws {SandboxError} `invalid_argument`
 */
export function checkSandboxOptions(options: unknown, sandbox?: string): void {
  if (options === undefined) return;
  if (!isObject(options)) throw refused("The options", "an object, or left out", sandbox);
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || !Object.hasOwn(checks, key)) continue;
    const expected = checks[key]?.(value);
    if (expected !== undefined) throw refused(`The option "${key}"`, expected, sandbox);
  }
}

function refused(what: string, expected: string, sandbox: string | undefined): SandboxError {
  return new SandboxError("invalid_argument", {
    message: `${what} must be ${expected}. Nothing was started.`,
    ...(sandbox === undefined ? {} : { sandbox }),
  });
}
