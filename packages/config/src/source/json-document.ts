import type { Node, ParseError, ParseErrorCode } from "jsonc-parser";
import type { DocumentPath, DocumentPosition, SourceDocument, SyntaxProblem } from "./source-document.ts";

/** The parser says what it missed; people want to know what to write. */
const explanations: Readonly<Record<number, string>> = {
  1: "this character cannot stand here",
  2: "a number is not written as JSON writes one",
  3: "a key in double quotes is missing",
  4: "a value is missing",
  5: "a colon after the key is missing",
  6: "a comma between two entries is missing",
  7: "a closing } is missing",
  8: "a closing ] is missing",
  9: "nothing may follow the end of the document",
  11: "a comment is not closed with */",
  12: "a string is not closed with a double quote",
  13: "a number is not written to its end",
  14: "a \\u escape needs four hexadecimal digits",
  15: "this escape is not known in JSON; write \\\\ for a backslash",
  16: "a character must be escaped in a string",
};

/** Parses JSON with comments and trailing commas. Returns what is wrong with it where it is broken. */
export async function parseJson(text: string): Promise<SourceDocument | SyntaxProblem> {
  const { parseTree, findNodeAtLocation, getNodeValue } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) return { ...positionAt(text, first.offset), problem: explain(first.error) };
  if (root === undefined) return { line: 1, column: 1, problem: "the document is empty." };
  const twice = findDuplicate(root, []);
  if (twice !== undefined) {
    const problem = `the key "${twice.path.at(-1)}" is written twice here, and only one of them would count.`;
    return { ...positionAt(text, twice.offset), problem, path: twice.path };
  }
  const nodeAt = (path: DocumentPath): Node | undefined => findNodeAtLocation(root, [...path]);
  return {
    value: getNodeValue(root),
    positionOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const node = nodeAt(path.slice(0, length));
        // Of a property the key, which is what a person looks for.
        if (node !== undefined) return positionAt(text, keyOf(node).offset);
      }
      return undefined;
    },
  };
}

function keyOf(node: Node): Node {
  return node.parent?.type === "property" ? node.parent : node;
}

function explain(code: ParseErrorCode): string {
  return `${explanations[code] ?? "this is no JSON"}. Comments and trailing commas are allowed.`;
}

function findDuplicate(
  node: Node,
  path: DocumentPath,
): { readonly path: DocumentPath; readonly offset: number } | undefined {
  const seen = new Set<string>();
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = child.type === "property" ? (child.children ?? []) : [undefined, child];
    const part = key === undefined ? index : String(key.value);
    if (key !== undefined && seen.has(String(part))) return { path: [...path, part], offset: key.offset };
    seen.add(String(part));
    const inner = value === undefined ? undefined : findDuplicate(value, [...path, part]);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function positionAt(text: string, offset: number): DocumentPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
