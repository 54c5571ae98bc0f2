/** Keys and indexes from the top of a document to a value. */
export type DocumentPath = readonly (string | number)[];

/** A position in a file, both from 1. */
export interface DocumentPosition {
  readonly line: number;
  readonly column: number;
}

/** A parsed file that still knows where each value stands. */
export interface SourceDocument {
  readonly value: unknown;
  /** Where a key (or a list item) stands; of a missing one, where what would hold it stands. */
  positionOf(path: DocumentPath): DocumentPosition | undefined;
}

/** What a file that cannot be read as JSON or YAML is reported with. */
export interface SyntaxProblem extends Partial<DocumentPosition> {
  readonly problem: string;
  /** Where a key is written twice: its path. */
  readonly path?: DocumentPath;
}

/** RFC 6901: `~` and `/` in a key are escaped. */
export function pointerOf(path: DocumentPath): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
