import type { Document, Node } from "yaml";
import type { DocumentPath, DocumentPosition, SourceDocument, SyntaxProblem } from "./source-document.ts";

/** Parses YAML 1.2. Returns what is wrong with it where it is broken. */
export async function parseYaml(text: string): Promise<SourceDocument | SyntaxProblem> {
  const { isMap, isNode, isPair, isScalar, LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    merge: true,
    // It would warn on the console of whoever reads.
    logLevel: "error",
  });
  const [first] = document.errors;
  if (first !== undefined) return { ...positionAt(lines, first.pos[0]), problem: explain(first) };
  const read = readValue(document);
  if ("problem" in read) return read;
  if (read.value === null || read.value === undefined)
    return { line: 1, column: 1, problem: "the document is empty." };

  /** The node of a key, for a map; of an item, for a list. */
  const nodeAt = (path: DocumentPath): Node | undefined => {
    const last = path.at(-1);
    const parent = path.length === 0 ? undefined : document.getIn(path.slice(0, -1), true);
    if (isMap(parent)) {
      const pair = parent.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(last),
      );
      return isNode(pair?.key) ? pair.key : undefined;
    }
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    return isNode(node) ? node : undefined;
  };

  return {
    value: read.value,
    positionOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const offset = nodeAt(path.slice(0, length))?.range?.[0];
        if (offset !== undefined) return positionAt(lines, offset);
      }
      return undefined;
    },
  };
}

/** Aliases are bounded by the library (100): a small file cannot become a huge value. */
function readValue(document: Document): { readonly value: unknown } | SyntaxProblem {
  try {
    return { value: document.toJS() };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return {
      line: 1,
      column: 1,
      problem: lastStop(error instanceof Error ? error.message : "it is no YAML"),
    };
  }
}

/** Where the library speaks to programmers, people are told what to write. */
function explain({ code, message }: { readonly code: string; readonly message: string }): string {
  // It goes down into what is nested by calling itself.
  if (/call stack/.test(message)) return "it is nested deeper than any list of servers.";
  return code === "MULTIPLE_DOCS"
    ? "a second document begins here (---). Write all servers into one."
    : lastStop(message);
}

function lastStop(message: string): string {
  return message.endsWith(".") ? message : `${message}.`;
}

function positionAt(
  lines: { linePos(offset: number): { readonly line: number; readonly col: number } },
  offset: number,
): DocumentPosition {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}
