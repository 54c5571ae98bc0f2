// Turns a README into a test file.
import { codeBlocks } from "./code-blocks.mjs";
import { importTable } from "./import-table.mjs";
import { renderBlock } from "./render-block.mjs";

const head = `// Made from the README's examples by tooling/readme.mjs. Edit the README instead.
import { delimiter as pathDelimiter, join as joinPath } from "node:path";
import { expect, test } from "vitest";
`;

// An example may call a command that a dependency brings, as it may in a script of package.json.
const localCommands = `process.env.PATH = [joinPath(import.meta.dirname, "../node_modules/.bin"), process.env.PATH].join(pathDelimiter);
`;

/** The text of the test file for a README, or "" when it has no TypeScript block. */
export function renderTest(fileName, markdown) {
  const imports = importTable();
  const blocks = codeBlocks(markdown);
  if (blocks.length > 0 && !blocks.some(({ run }) => run))
    throw new Error(`${fileName} has only no-run blocks: let one of them run`);
  const tests = blocks.map((block) => {
    const where = `${fileName}:${block.line}`;
    const { body, imports: statements } = renderBlock(block, where);
    for (const statement of statements) imports.add(statement, where);
    const title = JSON.stringify(where);
    return block.run ? runTest(title, body) : typeCheckOnly(block.line, body);
  });
  if (tests.length === 0) return "";
  return `${head}${imports.render()}\n\n${localCommands}\n${tests.join("\n")}`;
}

function runTest(title, body) {
  return `test(${title}, async () => {\n${body}\n});\n`;
}

function typeCheckOnly(line, body) {
  return `async function typeCheckedFromLine${line}(): Promise<void> {\n${body}\n}\n`;
}
