import type { McpBackoffConfig } from "./backoff.ts";
import { type DeclarationField, type DeclarationFields, oneOfWords } from "./check-declaration.ts";
import type { McpServerConfig } from "./factory.ts";

/** What the declaration of any server may say, whatever it is reached over. */
export interface McpSessionDeclaration extends McpServerConfig {
  /** Which protocol to speak. Default `auto`: asks the server, and remembers the answer. */
  readonly era?: "auto" | "legacy" | "modern";
  /** What to do with arguments and results that break the tool's schema. Default: `throw`. */
  readonly validation?: "throw" | "warn" | "off";
  /** Default: 30,000. */
  readonly connectTimeoutMs?: number;
  /** Of a call without progress. Default: 60,000. */
  readonly callTimeoutMs?: number;
  /** Of a call whatever progress comes. Default: 600,000. */
  readonly totalTimeoutMs?: number;
  /** Default: true. */
  readonly resetTimeoutOnProgress?: boolean;
  /** How long a server may be silent when it is asked for its era. Default: 3,000 of a program, over HTTP none. */
  readonly probeTimeoutMs?: number;
  /** How a connection that was lost, or a program that died, is started again. */
  readonly backoff?: McpBackoffConfig;
  /** Longest message of the server. Default: 16 MiB. */
  readonly maxMessageBytes?: number;
}

const positive = (example: string): DeclarationField => ({ type: "positive", example });

/** The keys of {@link McpSessionDeclaration}, for {@link checkDeclaration}. */
export const sessionDeclarationFields: DeclarationFields = {
  era: oneOfWords("auto", "legacy", "modern"),
  validation: oneOfWords("throw", "warn", "off"),
  connectTimeoutMs: positive("30000"),
  callTimeoutMs: positive("60000"),
  totalTimeoutMs: positive("600000"),
  resetTimeoutOnProgress: { type: "boolean", example: "false" },
  probeTimeoutMs: positive("3000"),
  backoff: {
    type: "object",
    example: "{ maxAttempts: 5 }",
    fields: {
      initialDelayMs: positive("100"),
      maxDelayMs: positive("5000"),
      factor: positive("2"),
      maxAttempts: positive("5"),
    },
  },
  maxMessageBytes: positive("16777216"),
};
