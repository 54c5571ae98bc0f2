import {
  checkDeclaration,
  type DeclarationField,
  type DeclarationFields,
  type DeclarationPlace,
} from "@x/mcp-core";
import { allowedTargets } from "../egress/egress-rules.ts";
import { headerProblem } from "./header-problem.ts";
import type { HttpServerConfig } from "./http-server-config.ts";

const ms = (example: string): DeclarationField => ({ type: "positive", example });
const oneOf = (...words: readonly string[]): DeclarationField => ({
  type: "string",
  example: `"${words[0]}"`,
  problem: (value: string) =>
    words.includes(value) ? undefined : `expected one of ${words.map((word) => `"${word}"`).join(", ")}.`,
});

const url: DeclarationField = {
  type: "string",
  required: true,
  example: '"https://example.com/mcp"',
  problem(value: string) {
    if (!URL.canParse(value)) return "expected a whole URL, such as https://example.com/mcp.";
    const { protocol, username, password } = new URL(value);
    if (protocol !== "https:" && protocol !== "http:")
      return "expected a URL of https (or http on loopback).";
    if (username !== "" || password !== "")
      return "a URL may not hold a user name or a password; write them into `auth`.";
    return undefined;
  },
};
const headers: DeclarationField = {
  type: "record",
  example: '{ "x-team": "search" }',
  problem: (value: Record<string, string>) => headerProblem(value),
};
const backoffFields: DeclarationFields = {
  initialDelayMs: ms("100"),
  maxDelayMs: ms("5000"),
  factor: ms("2"),
  maxAttempts: ms("5"),
};

const fields: DeclarationFields = {
  kind: { ...oneOf("streamable-http"), required: true },
  serverId: { type: "string", required: true, example: '"search"' },
  url,
  headers,
  auth: { type: "object", example: '{ mode: "bearer", token: "…" }' },
  egress: {
    type: "object",
    example: '{ allow: ["db.internal:8443"] }',
    fields: { allow: { type: "strings", example: '["db.internal:8443"]' } },
  },
  era: oneOf("auto", "legacy", "modern"),
  legacySse: { type: "boolean", example: "false" },
  validation: oneOf("throw", "warn", "off"),
  connectTimeoutMs: ms("30000"),
  callTimeoutMs: ms("60000"),
  totalTimeoutMs: ms("600000"),
  resetTimeoutOnProgress: { type: "boolean", example: "false" },
  probeTimeoutMs: ms("3000"),
  backoff: { type: "object", example: "{ maxAttempts: 5 }", fields: backoffFields },
  maxMessageBytes: ms("16777216"),
};

/**
 * Checks a declaration before anything is sent.
 *
 * @throws ConfigError that names the key, what was expected and what to write, and repeats no value.
 */
export function checkHttpConfig(
  config: unknown,
  place: Partial<DeclarationPlace> = {},
): asserts config is HttpServerConfig {
  checkDeclaration(config, fields, { pointer: "", what: "an HTTP server", ...place });
  const { egress } = config as unknown as HttpServerConfig;
  allowedTargets(egress, place.serverId);
}
