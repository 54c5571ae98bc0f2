import type { JSX } from "preact";
import { ChoiceInput } from "./choice-input.tsx";
import { type FieldProps, inputId } from "./field-props.ts";
import { GroupInput } from "./group-input.tsx";
import { ListInput } from "./list-input.tsx";
import { TextInput } from "./text-input.tsx";

/** One field: label, description, input, and what is wrong with it. */
export function FieldView(props: FieldProps): JSX.Element {
  const { field } = props;
  const id = inputId(props);
  const nested = field.kind === "group" || field.kind === "list";
  const about = field.description !== undefined && (
    <p class="field-about" id={`${id}-about`}>
      {field.description}
    </p>
  );
  if (nested)
    return (
      <fieldset class="field field-nested" data-path={props.path}>
        <legend>
          <FieldName {...props} />
        </legend>
        {about}
        <FieldInput {...props} />
        <FieldIssueList {...props} />
      </fieldset>
    );
  return (
    <div class="field" data-path={props.path}>
      <label for={id}>
        <FieldName {...props} />
      </label>
      {about}
      <FieldInput {...props} />
      <FieldIssueList {...props} />
    </div>
  );
}

function FieldInput(props: FieldProps): JSX.Element {
  const { field } = props;
  switch (field.kind) {
    case "group":
      return <GroupInput {...props} field={field} Inner={FieldView} />;
    case "list":
      return <ListInput {...props} field={field} Inner={FieldView} />;
    case "boolean":
    case "choice":
      return <ChoiceInput {...props} field={field} />;
    default:
      return <TextInput {...props} field={field} />;
  }
}

function FieldName({ field }: FieldProps): JSX.Element {
  const type = typeWord(field);
  return (
    <span class="field-name">
      {field.label === "" ? type : field.label}
      {field.label !== "" && <span class="field-type">{type}</span>}
      {!field.required && <span class="field-type">optional</span>}
    </span>
  );
}

function typeWord(field: FieldProps["field"]): string {
  switch (field.kind) {
    case "text":
      return field.format ?? "text";
    case "number":
      return field.integer ? "integer" : "number";
    case "boolean":
      return "yes or no";
    case "choice":
      return "choice";
    case "list":
      return "list";
    case "group":
      return "object";
    case "json":
      return "JSON";
  }
}

/** What is wrong with a field, said as soon as it is. */
export function FieldIssueList(props: Pick<FieldProps, "issues" | "path" | "formId">): JSX.Element {
  const messages = props.issues.get(props.path) ?? [];
  return (
    <div id={`${inputId(props)}-issues`} class="field-issues" aria-live="polite">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}
