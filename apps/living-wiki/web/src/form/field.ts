/** What every field of a form has. */
interface FieldBase {
  /** The property's name; empty for the whole form and for items of a list. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly required: boolean;
  /** The schema's `default`. */
  readonly initial?: unknown;
}

/** A text, of one line or of many. */
export interface TextField extends FieldBase {
  readonly kind: "text";
  readonly long: boolean;
  readonly format?: string;
}

/** A number. What is typed is sent as it is, so that the schema judges it and not the form. */
export interface NumberField extends FieldBase {
  readonly kind: "number";
  readonly integer: boolean;
}

/** Yes or no; not set, where it need not be. */
export interface BooleanField extends FieldBase {
  readonly kind: "boolean";
}

/** One of some values, of whatever type. */
export interface ChoiceField extends FieldBase {
  readonly kind: "choice";
  readonly choices: readonly { readonly label: string; readonly value: unknown }[];
}

/** Any number of the same. */
export interface ListField extends FieldBase {
  readonly kind: "list";
  readonly item: Field;
}

/** An object of known properties. */
export interface GroupField extends FieldBase {
  readonly kind: "group";
  readonly fields: readonly Field[];
}

/** Anything the form has no better way for: typed as JSON. */
export interface JsonField extends FieldBase {
  readonly kind: "json";
}

/** One field of a form made of a JSON Schema. */
export type Field = TextField | NumberField | BooleanField | ChoiceField | ListField | GroupField | JsonField;
