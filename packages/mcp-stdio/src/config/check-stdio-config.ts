import {
  checkDeclaration,
  type DeclarationField,
  type DeclarationFields,
  type DeclarationPlace,
  oneOfWords,
  sessionDeclarationFields,
} from "@x/mcp-core";
import { isolationLevels } from "@x/sandbox/policy";
import type { StdioServerConfig } from "./stdio-server-config.ts";

const positive = (example: string): DeclarationField => ({ type: "positive", example });
const noNul = (value: string): string | undefined =>
  value.includes("\0") ? "a NUL character cannot be part of it." : undefined;

/** A whole command line in `command` is the commonest mistake, and starts nothing. */
const command: DeclarationField = {
  type: "string",
  required: true,
  example: '"npx"',
  problem(value: string) {
    if (/\s-{1,2}\w/.test(value))
      return 'it holds arguments; there is no shell. Write the program alone, and its arguments in args: ["…"].';
    return noNul(value);
  },
};
const env: DeclarationField = {
  type: "record",
  example: '{ "API_URL": "https://example.com" }',
  problem: (value: Record<string, string>) =>
    Object.keys(value).some((name) => name === "" || /[=\0]/.test(name))
      ? "the name of a variable must not be empty or hold = or NUL."
      : undefined,
};

const installFields: DeclarationFields = {
  command: { type: "string", required: true, example: '"npm install some-server"' },
  cwd: { type: "string", example: '"/workspace"' },
  env,
  timeoutMs: positive("120000"),
};

const oneShotFields: DeclarationFields = {
  concurrency: positive("2"),
  listTtlMs: positive("60000"),
};

const policyFields: DeclarationFields = {
  minimumIsolation: oneOfWords(...isolationLevels),
  network: oneOfWords("none", "any"),
};

const fields: DeclarationFields = {
  kind: { ...oneOfWords("stdio"), required: true },
  serverId: { type: "string", required: true, example: '"files"' },
  command,
  args: { type: "strings", example: '["-y", "some-server"]' },
  env,
  cwd: { type: "string", example: '"/workspace"' },
  install: { type: "object", example: '{ command: "npm install some-server" }', fields: installFields },
  policy: { type: "object", example: '{ minimumIsolation: "container" }', fields: policyFields },
  ...sessionDeclarationFields,
  stopGraceMs: positive("2000"),
  oneShot: { type: "object", example: "{ concurrency: 2 }", fields: oneShotFields },
};

/**
 * Checks a declaration before anything is started.
 *
 * @throws ConfigError that names the key, what was expected and what to write.
 */
export function checkStdioConfig(
  config: unknown,
  place: Partial<DeclarationPlace> = {},
): asserts config is StdioServerConfig {
  checkDeclaration(config, fields, { pointer: "", what: "a stdio server", ...place });
}
