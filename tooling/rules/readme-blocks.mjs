// Rule: code in a README is code that the tests check. A TypeScript block is `ts` (type-checked and run) or
// `ts no-run` (type-checked); a block under another name would go unchecked.
import { readFileSync } from "node:fs";
import path from "node:path";

const checked = ["ts", "ts no-run"];
const unchecked = [
  "sh",
  "json",
  "jsonc",
  "yaml",
  "toml",
  "text",
  "html",
  "css",
  "diff",
  "http",
  "dockerfile",
];

/** @param {{ root: string, files: readonly string[], packages: readonly any[] }} workspace */
export function readmeBlocks({ root, files, packages }) {
  const problems = [];
  const readmes = files.filter((file) => /^((packages|apps)\/[^/]+\/)?README\.md$/.test(file));
  for (const file of readmes) {
    const text = readFileSync(path.join(root, file), "utf8");
    for (const { line, info } of openingFences(text))
      if (![...checked, ...unchecked].includes(info))
        problems.push(
          `${file}:${line}: a block marked "${info}" is not checked; use ${[...checked, ...unchecked].join(", ")}`,
        );
    const needsExample = packages.some(({ folder }) => file === `${folder}/README.md`);
    if (needsExample && !/^```ts\n/m.test(text))
      problems.push(`${file} has no \`\`\`ts block that the tests run`);
  }
  return { problems };
}

function openingFences(text) {
  const fences = [];
  let open = false;
  for (const [index, content] of text.split("\n").entries()) {
    const fence = /^\s*```(.*)$/.exec(content);
    if (fence === null) continue;
    if (!open) fences.push({ line: index + 1, info: fence[1].trim() });
    open = !open;
  }
  return fences;
}
