import type { JSX } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import type { CallOutcome } from "../../../src/contract/call.ts";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import type { Arguments } from "../store/run-store.ts";
import { type Draft, draftOf, emptyDraft, readDraft, sameJson } from "./draft.ts";
import type { JsonField } from "./field.ts";
import { type FieldIssues, placeIssues } from "./field-issues.ts";
import { FieldIssueList, FieldView } from "./field-view.tsx";
import { GroupInput } from "./group-input.tsx";
import { readForm } from "./read-field.ts";
import { isSchemaNode } from "./schema-node.ts";

/** All arguments as one piece of JSON. */
const rawForm: JsonField = { kind: "json", name: "", label: "Arguments", required: true };

const noIssues: FieldIssues = new Map();

/** A form for a tool's arguments, with a way to type them as JSON. `run` resolves with how the call ended. */
export function ToolForm({
  tool,
  run,
  submit: submitLabel = "Run",
  skip,
}: {
  readonly tool: Pick<ToolView, "inputSchema" | "example">;
  run(args: Arguments): Promise<CallOutcome>;
  /** What sending it is called. */
  readonly submit?: string;
  /** Offered in place of typing JSON and of beginning anew, where somebody waits for an answer or for none. */
  skip?(): void;
}): JSX.Element {
  const form = useMemo(() => readForm(tool.inputSchema), [tool.inputSchema]);
  const formId = useId();
  const first = useMemo(() => (tool.example ? draftOf(form, tool.example) : emptyDraft(form)), [form]);
  const [draft, setDraft] = useState<Draft>(first);
  const [raw, setRaw] = useState<string>();
  const [issues, setIssues] = useState<FieldIssues>(noIssues);
  const [note, setNote] = useState<string>();

  const isRaw = raw !== undefined || form.kind === "json";
  const shown = isRaw ? rawForm : form;
  const shownDraft = isRaw ? (raw ?? draft) : draft;

  const change = (changed: Draft, path: string): void => {
    if (raw !== undefined) setRaw(String(changed));
    else setDraft(changed);
    setNote(undefined);
    // What was wrong with a field is stale once it is edited.
    setIssues(new Map([...issues].filter(([place]) => place !== path)));
  };

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const element = event.currentTarget as HTMLFormElement;
    const { value = {}, problems } = readDraft(shown, shownDraft);
    const isArguments = isSchemaNode(value);
    const wrong = isArguments
      ? problems
      : [...problems, { path: "", message: "must be an object", keyword: "type" }];
    setIssues(placeIssues(shown, shownDraft, problems.length > 0 ? problems : wrong));
    if (!isArguments || problems.length > 0) return;
    const { error } = await run(value);
    if (error?.code !== "invalid_arguments") return;
    setIssues(placeIssues(shown, shownDraft, error.issues ?? []));
    // After the fields are marked: whoever typed it goes on where it is wrong.
    requestAnimationFrame(() => element.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };

  const toggleRaw = (): void => {
    setIssues(noIssues);
    if (raw === undefined) {
      setRaw(JSON.stringify(readDraft(form, draft).value ?? {}, null, 2));
      return;
    }
    const { value } = readDraft(rawForm, raw);
    const back = draftOf(form, value);
    if (!sameJson(readDraft(form, back).value ?? {}, value ?? {})) {
      setNote("The form cannot show all of this. Empty the JSON, or stay with it.");
      return;
    }
    setDraft(back);
    setRaw(undefined);
  };

  const reset = (): void => {
    setDraft(first);
    setRaw(undefined);
    setNote(undefined);
    setIssues(noIssues);
  };

  const props = { draft: shownDraft, path: "", formId, issues, onChange: change };
  return (
    <form
      class="tool-form"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      {shown.kind === "group" ? (
        <>
          {shown.fields.length === 0 && <p class="muted">This tool takes no arguments.</p>}
          <GroupInput {...props} field={shown} Inner={FieldView} />
          <FieldIssueList {...props} />
        </>
      ) : (
        <FieldView {...props} field={rawForm} />
      )}
      {note !== undefined && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      <div class="form-actions">
        <button type="submit" class="button primary" title="Ctrl+Enter">
          {submitLabel}
        </button>
        {skip !== undefined && (
          <button type="button" class="button" onClick={skip}>
            No answer
          </button>
        )}
        {skip === undefined && form.kind !== "json" && (
          <button type="button" class="button" aria-pressed={raw !== undefined} onClick={toggleRaw}>
            {raw === undefined ? "Edit as JSON" : "Edit as form"}
          </button>
        )}
        {skip === undefined && (
          <button type="button" class="button" onClick={reset}>
            Reset
          </button>
        )}
      </div>
    </form>
  );
}
