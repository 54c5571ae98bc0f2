import type { JSX } from "preact";
import { textDraft } from "./draft.ts";
import type { JsonField, NumberField, TextField } from "./field.ts";
import { type FieldProps, inputAria } from "./field-props.ts";

/** Text, numbers and JSON: whatever is typed. */
export function TextInput(props: FieldProps<TextField | NumberField | JsonField>): JSX.Element {
  const { field, draft, path, onChange } = props;
  const shared = { ...inputAria(props), value: textDraft(draft), spellcheck: false };
  const isJson = field.kind === "json";
  if (isJson || (field.kind === "text" && field.long))
    return (
      <textarea
        {...shared}
        class={isJson ? "input code" : "input"}
        rows={isJson ? 4 : 3}
        placeholder={isJson ? '{ "key": "value" }' : undefined}
        onInput={(event) => onChange(event.currentTarget.value, path)}
      />
    );
  const { keyboard, example } = inputOf(field);
  return (
    <input
      {...shared}
      type="text"
      inputMode={keyboard}
      placeholder={example}
      class="input"
      autocomplete="off"
      onInput={(event) => onChange(event.currentTarget.value, path)}
    />
  );
}

/** Which keyboard a phone shows, and what a value of a format looks like. */
function inputOf(field: TextField | NumberField): { readonly keyboard: string; readonly example?: string } {
  if (field.kind === "number") return { keyboard: field.integer ? "numeric" : "decimal" };
  switch (field.format) {
    case "date":
      return { keyboard: "text", example: "2026-11-30" };
    case "date-time":
      return { keyboard: "text", example: "2026-11-30T12:00:00Z" };
    case "email":
      return { keyboard: "email", example: "somebody@example.com" };
    case "uri":
      return { keyboard: "url", example: "https://example.com" };
    default:
      return { keyboard: "text" };
  }
}
