import type { SubschemaPath } from "./subschemas.ts";

/** What was done to a schema so that a provider takes it. */
export type SchemaChangeKind =
  /** Something malformed was put right or taken out. */
  | "repaired"
  /** Written as newer JSON Schema has it; the meaning is the same. */
  | "modernised"
  /** A combinator at the root became properties and a sentence. */
  | "folded"
  /** A reference was replaced by what it refers to. */
  | "inlined"
  /** A reference that leads nowhere, or back to itself, became "anything". */
  | "opened"
  /** A property has another name for the model. */
  | "renamed"
  /** A keyword the provider refuses was left out. */
  | "dropped"
  /** An optional property became a required one that may be null. */
  | "nullable"
  /** Hidden characters were taken out of a text, or it was cut. */
  | "cleaned";

/** One change. The server's own schema, which arguments are checked against, is not touched. */
export interface SchemaChange {
  readonly kind: SchemaChangeKind;
  /** JSON pointer into the schema. */
  readonly pointer: string;
  /** Which keyword or rule, in words. */
  readonly detail: string;
}

/** Collects changes. */
export interface ChangeLog {
  readonly changes: readonly SchemaChange[];
  add(kind: SchemaChangeKind, path: SubschemaPath, detail: string): void;
}

/** Makes an empty log. */
export function createChangeLog(): ChangeLog {
  const changes: SchemaChange[] = [];
  return {
    changes,
    add: (kind, path, detail) => changes.push({ kind, pointer: pointerOf(path), detail }),
  };
}

/** RFC 6901. */
function pointerOf(path: SubschemaPath): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
