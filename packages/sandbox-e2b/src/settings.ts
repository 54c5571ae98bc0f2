import { checkSandboxOptions, SandboxError } from "@x/sandbox";
import type { E2bNetwork, E2bSandboxOptions } from "./options.ts";

export const sandboxId = "e2b";
export const workdir = "/workspace";
/** Names in a machine's metadata that this package writes. */
export const ownNames = "x-sandbox";

/** The options with every default filled in. */
export interface Settings extends E2bSandboxOptions {
  readonly lifetimeMs: number;
  readonly keepAlive: boolean;
  readonly network: E2bNetwork;
  readonly metadata: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly startTimeoutMs: number;
  readonly requestTimeoutMs: number;
}

/**
 * Checks the options and fills in the defaults. Nothing is asked of the service.
 *
 * @throws {SandboxError} `invalid_argument`
 */
export function checkOptions(options: E2bSandboxOptions): Settings {
  checkSandboxOptions(options, sandboxId);
  for (const key of ["template", "apiUrl", "sandboxUrl", "domain", "user"] as const) {
    if (options[key] !== undefined && (typeof options[key] !== "string" || options[key] === "")) {
      refuse(key, "a non-empty string");
    }
  }
  const { network = "none" } = options;
  if (typeof network === "string" && network !== "none" && network !== "internet") {
    refuse("network", '"none", "internet" or lists');
  }
  return {
    ...options,
    // The service counts in seconds.
    lifetimeMs: between("lifetimeMs", options.lifetimeMs ?? 300_000, 1000),
    keepAlive: options.keepAlive ?? true,
    network,
    metadata: checkMetadata("metadata", options.metadata ?? {}),
    env: options.env ?? {},
    startTimeoutMs: between("startTimeoutMs", options.startTimeoutMs ?? 60_000, 1),
    requestTimeoutMs: between("requestTimeoutMs", options.requestTimeoutMs ?? 15_000, 1),
  };
}

/**
 * Keeps callers' words out of the names that ownership is read from.
 *
 * @throws {SandboxError} `invalid_argument`
 */
export function checkMetadata(
  key: string,
  words: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(words)) {
    if (name === "" || name.startsWith(ownNames) || typeof value !== "string") {
      refuse(key, `an object of strings whose names do not start with "${ownNames}"`);
    }
  }
  return words;
}

function between(key: string, value: number, least: number): number {
  if (!(value >= least && value < 2 ** 31)) refuse(key, `at least ${least} and below 2^31`);
  return value;
}

function refuse(key: string, expected: string): never {
  throw new SandboxError("invalid_argument", {
    message: `The option "${key}" must be ${expected}. Nothing was started.`,
    sandbox: sandboxId,
  });
}
