import { ConfigError, checkDeclaration, type DeclarationField, type DeclarationFields } from "@x/mcp-core";
import type { ToolPolicy } from "./tool-policy.ts";

const verdict: DeclarationField = {
  type: "string",
  example: '"ask"',
  problem: (value: string) =>
    ["allow", "ask", "deny"].includes(value) ? undefined : 'expected "allow", "ask" or "deny".',
};
const patterns: DeclarationField = {
  type: "any",
  example: '"files/*"',
  problem: (value: unknown) =>
    typeof value === "string" || (Array.isArray(value) && value.every((one) => typeof one === "string"))
      ? undefined
      : 'expected a pattern or a list of patterns, such as "files/*".',
};
const ruleFields: DeclarationFields = {
  tools: { ...patterns, required: true },
  verdict: { ...verdict, required: true },
  reason: { type: "string", example: '"It sends mail."' },
};
const fields: DeclarationFields = {
  readOnly: verdict,
  write: verdict,
  destructive: verdict,
  untrusted: patterns,
  rules: { type: "any", example: '[{ tools: "files/*", verdict: "allow" }]' },
};

/**
 * Checks a policy that came from a file.
 *
 * @throws ConfigError for the first thing that is wrong: a policy that is misspelt must not decide anything.
 */
export function checkToolPolicy(policy: unknown, pointer = "/policy"): asserts policy is ToolPolicy {
  checkDeclaration(policy, fields, { pointer, what: "a policy" });
  const { rules = [] } = policy;
  if (!Array.isArray(rules))
    throw new ConfigError({
      pointer: `${pointer}/rules`,
      problem: 'expected a list, such as [{ tools: "files/*", verdict: "allow" }].',
    });
  for (const [index, rule] of rules.entries())
    checkDeclaration(rule, ruleFields, { pointer: `${pointer}/rules/${index}`, what: "a rule" });
}
