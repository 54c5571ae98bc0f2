/** Everything that can be said about a schema that is not checked in full. Closed. */
export type SchemaWarningCode =
  /** `$schema` names a dialect that is not known; it is read as 2020-12. */
  | "unknown-dialect"
  /** There is no `$schema`, it does not compile as 2020-12, and it does as an older dialect. */
  | "guessed-dialect"
  | "unknown-keyword"
  /** A pattern that no linear-time engine can run; it is not checked. */
  | "unsupported-pattern"
  /** A `$ref` that leads outside the schema. It is never fetched; nothing is checked. */
  | "unresolved-ref"
  /** Too deep, too many subschemas or too many bytes; nothing is checked. */
  | "schema-too-large"
  | "schema-not-compiled"
  /** One value took too many steps or was too deep; that value was not checked. */
  | "check-given-up";

/** One reason why a schema, or a value, is not checked in full. Holds no value. */
export interface SchemaWarning {
  readonly code: SchemaWarningCode;
  readonly message: string;
}

const shownLength = 80;

/** A name out of a schema, cut and on one line: it comes from the server. */
export function quoteName(name: string): string {
  return JSON.stringify(name.length > shownLength ? `${name.slice(0, shownLength)}…` : name);
}
