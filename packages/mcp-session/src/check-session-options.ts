import { checkDeclaration, type DeclarationField, type DeclarationFields, oneOfWords } from "@x/mcp-core";

/** A number that a clock or a counter can take; what it must be at least is in the problem. */
function atLeast(least: number, example: string): DeclarationField {
  return {
    type: "any",
    example,
    problem: (value: unknown) =>
      typeof value === "number" && value >= least
        ? undefined
        : `expected a number, ${least} or more, such as ${example}. Leave it out for the default.`,
  };
}

const backoff: DeclarationFields = {
  initialDelayMs: atLeast(0, "100"),
  maxDelayMs: atLeast(0, "5_000"),
  factor: atLeast(1, "2"),
  maxAttempts: atLeast(0, "5"),
};
const crashLoop: DeclarationFields = { exits: atLeast(1, "5"), windowMs: atLeast(0, "60_000") };

const fields: DeclarationFields = {
  serverId: { type: "string", required: true, example: '"files"' },
  validation: oneOfWords("throw", "warn", "off"),
  era: oneOfWords("auto", "legacy", "modern"),
  connectTimeoutMs: atLeast(0, "30_000"),
  callTimeoutMs: atLeast(0, "60_000"),
  totalTimeoutMs: atLeast(0, "600_000"),
  resetTimeoutOnProgress: { type: "boolean", example: "false" },
  probeTimeoutMs: atLeast(0, "3_000"),
  backoff: { type: "object", example: "{ maxAttempts: 5 }", fields: backoff },
  reconnect: { type: "boolean", example: "false" },
  healthyAfterMs: atLeast(0, "10_000"),
  crashLoop: { type: "object", example: "{ exits: 5, windowMs: 60_000 }", fields: crashLoop },
  retryUnknown: oneOfWords("never", "read-only-or-idempotent"),
  maxPages: atLeast(1, "1_000"),
  maxToolBytes: atLeast(1, "1_048_576"),
};

/**
 * Checks what a session is made of, before anything is opened. Keys beside these are its maker's.
 *
 * @throws ConfigError that names the key and what to write
 */
export function checkSessionOptions(options: unknown): void {
  const given = options as { readonly serverId?: unknown } | undefined | null;
  const serverId = typeof given?.serverId === "string" ? given.serverId : undefined;
  checkDeclaration(options, fields, { pointer: "", what: "a session", allowUnknown: true, serverId });
}
