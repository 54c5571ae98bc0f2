import type { IssueView } from "../../../src/contract/error-view.ts";
import type { Field } from "./field.ts";

/** What stands in a form's inputs: a text for each, in the shape of its fields. */
export type Draft = string | readonly Draft[] | { readonly [name: string]: Draft };

/** What a form says: the value, if there is one, and what could not be read. */
export interface Reading {
  readonly value?: unknown;
  readonly problems: readonly IssueView[];
}

/** A group's draft, whatever stands there. */
export function groupDraft(draft: Draft | undefined): Readonly<Record<string, Draft>> {
  return typeof draft === "object" && !Array.isArray(draft) ? (draft as Readonly<Record<string, Draft>>) : {};
}

/** A list's draft, whatever stands there. */
export function listDraft(draft: Draft | undefined): readonly Draft[] {
  return Array.isArray(draft) ? draft : [];
}

/** An input's text, whatever stands there. */
export function textDraft(draft: Draft | undefined): string {
  return typeof draft === "string" ? draft : "";
}

/** The form as the schema's defaults fill it. */
export function emptyDraft(field: Field): Draft {
  if (field.initial !== undefined) return draftOf(field, field.initial);
  if (field.kind === "list") return [];
  if (field.kind !== "group") return field.kind === "boolean" && field.required ? "false" : "";
  return Object.fromEntries(field.fields.map((inner) => [inner.name, emptyDraft(inner)]));
}

/** The form that says `value`; what of it the form has no place for is left out. */
export function draftOf(field: Field, value: unknown): Draft {
  switch (field.kind) {
    case "group": {
      const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
      const entries = field.fields.map((inner): [string, Draft] => [
        inner.name,
        Object.hasOwn(given, inner.name) ? draftOf(inner, given[inner.name]) : unsetDraft(inner),
      ]);
      return Object.fromEntries(entries);
    }
    case "list":
      return Array.isArray(value) ? value.map((item) => draftOf(field.item, item)) : [];
    case "choice": {
      const index = field.choices.findIndex((choice) => sameJson(choice.value, value));
      return index < 0 ? "" : String(index);
    }
    case "json":
      return value === undefined ? "" : JSON.stringify(value, null, 2);
    default:
      return typeof value === "string" ? value : JSON.stringify(value ?? "").replace(/^""$/, "");
  }
}

function unsetDraft(field: Field): Draft {
  if (field.kind === "list") return [];
  return field.kind === "group" ? draftOf(field, {}) : "";
}

/**
 * Reads a form. An empty input is a property that is not given, so the schema says what is missing; a number that is
 * none is passed on as the text it is, so the schema says that, too. Only JSON that cannot be parsed is our problem.
 */
export function readDraft(field: Field, draft: Draft | undefined, path = ""): Reading {
  switch (field.kind) {
    case "group":
      return readGroup(field, groupDraft(draft), path);
    case "list": {
      const items = listDraft(draft).map((item, index) => readDraft(field.item, item, `${path}/${index}`));
      const problems = items.flatMap((item) => item.problems);
      if (items.length === 0 && !field.required) return { problems };
      return { value: items.map((item) => item.value ?? (field.item.kind === "group" ? {} : "")), problems };
    }
    case "json":
      return readJson(textDraft(draft), path);
    default:
      return readText(field, textDraft(draft));
  }
}

function readGroup(
  field: Extract<Field, { kind: "group" }>,
  draft: Readonly<Record<string, Draft>>,
  path: string,
): Reading {
  const problems: IssueView[] = [];
  const entries: [string, unknown][] = [];
  for (const inner of field.fields) {
    const reading = readDraft(inner, draft[inner.name], `${path}/${escapeStep(inner.name)}`);
    problems.push(...reading.problems);
    if (reading.value !== undefined) entries.push([inner.name, reading.value]);
  }
  if (entries.length === 0 && !field.required) return { problems };
  return { value: Object.fromEntries(entries), problems };
}

function readText(field: Field, text: string): Reading {
  if (text === "") return { problems: [] };
  switch (field.kind) {
    case "number": {
      const number = Number(text);
      return { value: text.trim() !== "" && Number.isFinite(number) ? number : text, problems: [] };
    }
    case "boolean":
      return { value: text === "true", problems: [] };
    case "choice":
      return { value: field.choices[Number(text)]?.value, problems: [] };
    default:
      return { value: text, problems: [] };
  }
}

function readJson(text: string, path: string): Reading {
  if (text.trim() === "") return { problems: [] };
  try {
    return { value: JSON.parse(text), problems: [] };
  } catch {
    // The parser's own words speak of positions and tokens; this says what to do.
    return { problems: [{ path, message: "is not valid JSON", keyword: "json" }] };
  }
}

/** One step of a JSON pointer (RFC 6901). */
export function escapeStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Whether two values of JSON are the same, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  const other = new Map(right);
  return (
    left.length === right.length &&
    left.every(([key, value]) => other.has(key) && sameJson(value, other.get(key)))
  );
}
