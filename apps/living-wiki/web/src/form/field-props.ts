import type { JSX } from "preact";
import type { Draft } from "./draft.ts";
import type { Field } from "./field.ts";
import type { FieldIssues } from "./field-issues.ts";

/** What every field component gets. */
export interface FieldProps<F extends Field = Field> {
  readonly field: F;
  readonly draft: Draft | undefined;
  /** JSON pointer from the whole form. */
  readonly path: string;
  /** Unique on the page; ids of inputs begin with it. */
  readonly formId: string;
  readonly issues: FieldIssues;
  onChange(draft: Draft, path: string): void;
}

/** What draws the fields within a field; handed in, since it draws the outer one, too. */
export interface NestedProps {
  Inner(props: FieldProps): JSX.Element;
}

/** The id of a field's input. */
export function inputId({ formId, path }: Pick<FieldProps, "formId" | "path">): string {
  // A name may hold spaces, which would part a list of ids.
  return `${formId}${encodeURIComponent(path)}`;
}

/** What ties an input to its description and its errors, for whoever does not see them. */
export function inputAria(props: FieldProps): {
  readonly id: string;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
  readonly "aria-required": boolean;
} {
  const id = inputId(props);
  return {
    id,
    "aria-describedby": `${id}-about ${id}-issues`,
    "aria-invalid": props.issues.has(props.path),
    "aria-required": props.field.required,
  };
}
