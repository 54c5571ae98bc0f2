import type { JSX } from "preact";
import { textDraft } from "./draft.ts";
import type { BooleanField, ChoiceField } from "./field.ts";
import { type FieldProps, inputAria } from "./field-props.ts";

/** One of some values; "not set" where nothing needs to be chosen, or nothing is yet. */
export function ChoiceInput(props: FieldProps<BooleanField | ChoiceField>): JSX.Element {
  const { field, draft, path, onChange } = props;
  const value = textDraft(draft);
  const options =
    field.kind === "boolean"
      ? [
          { value: "true", label: "yes" },
          { value: "false", label: "no" },
        ]
      : field.choices.map(({ label }, index) => ({ value: String(index), label }));
  return (
    <select
      {...inputAria(props)}
      class="input"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value, path)}
    >
      {(!field.required || value === "") && (
        <option value="">{field.required ? "Choose …" : "not set"}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
