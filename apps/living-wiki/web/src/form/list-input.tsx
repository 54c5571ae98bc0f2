import type { JSX } from "preact";
import { emptyDraft, listDraft } from "./draft.ts";
import type { ListField } from "./field.ts";
import type { FieldProps, NestedProps } from "./field-props.ts";

/** Any number of items, added and removed one by one. */
export function ListInput(props: FieldProps<ListField> & NestedProps): JSX.Element {
  const { field, path, onChange, Inner, ...rest } = props;
  const items = listDraft(props.draft);
  const what = field.label === "" ? "item" : field.label;
  return (
    <div class="field-list">
      {items.map((item, index) => {
        const place = `${path}/${index}`;
        return (
          // Items have no identity but their place.
          <div class="field-item" key={place}>
            <Inner
              {...rest}
              field={{ ...field.item, label: `${what} ${index + 1}` }}
              draft={item}
              path={place}
              onChange={(changed, where) => onChange(items.with(index, changed), where)}
            />
            <button
              type="button"
              class="button quiet"
              aria-label={`Remove ${what} ${index + 1}`}
              onClick={() => onChange(items.toSpliced(index, 1), path)}
            >
              Remove
            </button>
          </div>
        );
      })}
      <button
        type="button"
        class="button quiet"
        aria-label={`Add to ${what}`}
        onClick={() => onChange([...items, emptyDraft(field.item)], path)}
      >
        + Add
      </button>
    </div>
  );
}
