import type { JsonObject } from "@x/mcp";
import { type ErrorObject, Ajv2020 as Validator } from "ajv/dist/2020.js";
import type { IssueView } from "../contract/error-view.ts";

/** So many are shown at once. */
const maxIssues = 20;
/** A schema of a server's tool may be anything; no form is larger. */
const maxSchemaChars = 64 * 1024;

/** Patterns that a server wrote are not run here: some of them never end. */
const anyText: { (): { test(): boolean }; code: string } = Object.assign(() => ({ test: () => true }), {
  code: "() => ({ test: () => true })",
});

/**
 * What of the values of a form breaks its schema, in the words of a call's issues. A schema that cannot be compiled
 * breaks nothing: whoever takes the values judges them anyway.
 */
export function valueIssues(schema: JsonObject, values: JsonObject): readonly IssueView[] {
  if (JSON.stringify(schema).length > maxSchemaChars) return [];
  const validator = new Validator({
    strict: false,
    allErrors: true,
    validateFormats: false,
    logger: false,
    code: { regExp: anyText },
  });
  let check: ReturnType<typeof validator.compile>;
  try {
    check = validator.compile(schema);
  } catch {
    return []; // a reference that leads nowhere, an unknown dialect
  }
  check(values);
  return (check.errors ?? []).slice(0, maxIssues).map(toIssue);
}

function toIssue({ instancePath, message, keyword }: ErrorObject): IssueView {
  return { path: instancePath, message: message ?? "is wrong", keyword };
}
