import type { ValidationIssue } from "@x/mcp-core";
import type { ErrorObject } from "ajv";
import { quoteName } from "./schema-warning.ts";

const maxIssues = 10;
const maxShownValues = 12;

/**
 * The first ten issues. Nothing of the value is in them: messages speak of the schema, and a key that the schema
 * does not spell out (of a free-form map) is written `*` in the path.
 */
export function toIssues(
  errors: readonly ErrorObject[],
  value: unknown,
  names: ReadonlySet<string>,
): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const seen = new Set<string>();
  for (const error of errors) {
    const path = publicPath(error.instancePath, value, names);
    const message = describe(error);
    const key = `${path}\n${message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    issues.push({ path, message, keyword: error.keyword });
    if (issues.length === maxIssues) break;
  }
  return issues;
}

function publicPath(pointer: string, value: unknown, names: ReadonlySet<string>): string {
  let here = value;
  let path = "";
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    path += `/${Array.isArray(here) || names.has(key) ? segment : "*"}`;
    here = (here as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  }
  return path;
}

function describe({ keyword, message = "is not valid", params, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case "enum":
      return `must be one of ${listed(params.allowedValues)}`;
    case "const":
      return `must be ${listed([params.allowedValue])}`;
    case "additionalProperties":
    case "unevaluatedProperties": {
      const known = Object.keys((parentSchema?.properties as object | undefined) ?? {});
      return known.length === 0 ? message : `must have no other properties than ${listed(known)}`;
    }
    case "dependencies":
    case "dependentRequired":
      return `must have property ${quoteName(String(params.missingProperty))} as well`;
    default:
      return message;
  }
}

function listed(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  const shown = list
    .slice(0, maxShownValues)
    .map((value) => (typeof value === "string" ? quoteName(value) : cut(JSON.stringify(value))));
  const more = list.length > maxShownValues ? ` (and ${list.length - maxShownValues} more)` : "";
  return shown.join(", ") + more;
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
