import {
  checkDeclaration,
  type DeclarationField,
  type DeclarationFields,
  type DeclarationPlace,
  oneOfWords,
  sessionDeclarationFields,
} from "@x/mcp-core";
import { allowedTargets } from "../egress/egress-rules.ts";
import { headerProblem } from "./header-problem.ts";
import type { HttpServerConfig } from "./http-server-config.ts";

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

const fields: DeclarationFields = {
  kind: { ...oneOfWords("streamable-http"), required: true },
  serverId: { type: "string", required: true, example: '"search"' },
  url,
  headers,
  auth: { type: "object", example: '{ mode: "bearer", token: "…" }' },
  egress: {
    type: "object",
    example: '{ allow: ["db.internal:8443"] }',
    fields: { allow: { type: "strings", example: '["db.internal:8443"]' } },
  },
  legacySse: { type: "boolean", example: "false" },
  ...sessionDeclarationFields,
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
