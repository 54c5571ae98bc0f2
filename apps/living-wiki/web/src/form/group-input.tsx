import type { JSX } from "preact";
import { escapeStep, groupDraft } from "./draft.ts";
import type { GroupField } from "./field.ts";
import type { FieldProps, NestedProps } from "./field-props.ts";

/** The fields of an object. */
export function GroupInput(props: FieldProps<GroupField> & NestedProps): JSX.Element {
  const { field, path, onChange, Inner, ...rest } = props;
  const draft = groupDraft(props.draft);
  return (
    <div class="field-group">
      {field.fields.map((inner) => (
        <Inner
          {...rest}
          key={inner.name}
          field={inner}
          draft={draft[inner.name]}
          path={`${path}/${escapeStep(inner.name)}`}
          onChange={(changed, where) => onChange({ ...draft, [inner.name]: changed }, where)}
        />
      ))}
    </div>
  );
}
