import { nearestNames } from "@x/mcp-core";
import type { DocumentPath } from "../source/source-document.ts";
import { fieldNotes } from "./field-note.ts";

/** The part of a validator's issue that a message is made of. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly expected?: string | undefined;
  readonly origin?: string | undefined;
  readonly keys?: readonly string[] | undefined;
}

/** What is wrong and what to write, without the value, which may be a secret. */
export interface ExplainedIssue {
  readonly path: DocumentPath;
  readonly problem: string;
}

const expectations: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** Explains an issue; `known` are the keys that may stand at a path. */
export function explainIssue(
  issue: SchemaIssue,
  value: unknown,
  known: (path: DocumentPath) => readonly string[],
): ExplainedIssue {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  const [unknownKey] = issue.code === "unrecognized_keys" ? (issue.keys ?? []) : [];
  if (unknownKey !== undefined) {
    const keys = known(path);
    const [nearest] = nearestNames(unknownKey, keys, 1);
    const hint = nearest === undefined ? `Known keys: ${keys.join(", ")}.` : `Did you mean "${nearest}"?`;
    return { path: [...path, unknownKey], problem: `there is no such key. ${hint}` };
  }
  const note =
    fieldNotes[path.filter((part) => typeof part !== "number").join(".")] ?? fieldNotes[String(path[0])];
  const example = note === undefined ? "" : ` Write ${note.example}.`;
  if (valueAt(value, path) === undefined) return { path, problem: `it is missing.${example}` };
  return { path, problem: `expected ${expectation(issue)}.${example}` };
}

function expectation({ code, expected, origin }: SchemaIssue): string {
  if (code === "too_small") return origin === "number" ? "a number above 0" : "something that is not empty";
  if (code === "invalid_value") return "another word";
  if (code === "invalid_union") return "a string";
  return expectations[String(expected)] ?? "something else";
}

function valueAt(value: unknown, path: DocumentPath): unknown {
  let at: unknown = value;
  for (const part of path) at = (at as Readonly<Record<string, unknown>> | undefined | null)?.[part];
  return at;
}
