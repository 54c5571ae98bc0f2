import type { IssueView } from "../../../src/contract/error-view.ts";
import { type Draft, escapeStep, groupDraft, listDraft, readDraft } from "./draft.ts";
import type { Field } from "./field.ts";

/** A field with what stood in it. */
interface FilledField {
  readonly field: Field;
  readonly draft: Draft | undefined;
}

/** Messages by the JSON pointer of the field they belong to. */
export type FieldIssues = ReadonlyMap<string, readonly string[]>;

/**
 * Puts the issues of a `ValidationError` to the fields of the form that was sent. What is missing is reported at the
 * object it is missing from; it is shown at each required field that was left empty.
 */
export function placeIssues(form: Field, sent: Draft, issues: readonly IssueView[]): FieldIssues {
  const placed = new Map<string, string[]>();
  const put = (path: string, message: string): void => {
    const messages = placed.get(path) ?? [];
    if (!messages.includes(message)) placed.set(path, [...messages, message]);
  };
  const known = new Map<string, FilledField>();
  collect({ field: form, draft: sent }, "", known);
  for (const { path, message, keyword } of issues) {
    const missing = keyword === "required" ? emptyFields(known.get(path), path) : [];
    for (const place of missing) put(place, "is required");
    if (missing.length === 0) put(nearest(path, known), message);
  }
  return placed;
}

/** Every field of the form with its place, list items as many as there are. */
function collect({ field, draft }: FilledField, path: string, into: Map<string, FilledField>): void {
  into.set(path, { field, draft });
  if (field.kind === "group")
    for (const inner of field.fields)
      collect(
        { field: inner, draft: groupDraft(draft)[inner.name] },
        `${path}/${escapeStep(inner.name)}`,
        into,
      );
  if (field.kind === "list")
    for (const [index, item] of listDraft(draft).entries())
      collect({ field: field.item, draft: item }, `${path}/${index}`, into);
}

function emptyFields(group: FilledField | undefined, path: string): readonly string[] {
  if (group?.field.kind !== "group") return [];
  const drafts = groupDraft(group.draft);
  return group.field.fields
    .filter((field) => field.required && readDraft(field, drafts[field.name]).value === undefined)
    .map(({ name }) => `${path}/${escapeStep(name)}`);
}

/** A place the form has no field for belongs to the nearest one around it. */
function nearest(path: string, known: ReadonlyMap<string, FilledField>): string {
  let here = path;
  while (!known.has(here)) here = here.slice(0, Math.max(0, here.lastIndexOf("/")));
  return here;
}
