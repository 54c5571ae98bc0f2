// Rule: an index.ts of a package only re-exports, so that reading it is reading the public surface.
import path from "node:path";
import { parseFile } from "../source-file.mjs";

/** @param {{ root: string, files: readonly string[] }} workspace */
export function indexFiles({ root, files }) {
  const problems = [];
  for (const file of files.filter((name) => /^packages\/[^/]+\/src\/(.*\/)?index\.ts$/.test(name))) {
    const { program } = parseFile(path.join(root, file));
    const other = program.body.find((statement) => !isReExport(statement));
    if (other !== undefined) problems.push(`${file} holds more than re-exports (${other.type})`);
  }
  return { problems };
}

function isReExport({ type, source, declaration, specifiers }) {
  if (type === "ExportAllDeclaration") return true;
  if (type !== "ExportNamedDeclaration" || declaration) return false;
  return source !== null || specifiers.length === 0;
}
