// Rule: a package writes to no console and reads no environment; both belong to the application.
// Two files are about the environment itself: what of it host programs get, and whether it leaks into a sandbox.
import path from "node:path";
import { Visitor } from "oxc-parser";
import { parseFile } from "../source-file.mjs";

const environmentReaders = [
  "packages/sandbox-host/src/process/host-environment.ts",
  "packages/sandbox/src/testkit/host-canary.ts",
];

/** @param {{ root: string, files: readonly string[] }} workspace */
export function sourceAccess({ root, files }) {
  const problems = [];
  for (const file of files.filter((name) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(name))) {
    const found = new Set();
    new Visitor({
      MemberExpression(node) {
        if (node.object.type !== "Identifier") return;
        if (node.object.name === "console") found.add("console");
        if (node.object.name === "process" && propertyName(node) === "env") found.add("process.env");
      },
      ImportDeclaration(node) {
        const names = node.specifiers.map(({ imported }) => imported?.name);
        if (/^(node:)?process$/.test(node.source.value) && names.includes("env")) found.add("process.env");
      },
      VariableDeclarator(node) {
        if (node.init?.type !== "Identifier" || node.init.name !== "process") return;
        if (node.id.type === "ObjectPattern" && node.id.properties.some(({ key }) => key?.name === "env"))
          found.add("process.env");
      },
    }).visit(parseFile(path.join(root, file)).program);
    if (environmentReaders.includes(file)) found.delete("process.env");
    for (const what of found) problems.push(`${file} uses ${what}: take it as an option instead`);
  }
  return { problems };
}

function propertyName({ property, computed }) {
  if (!computed) return property.name;
  return property.type === "Literal" ? property.value : undefined;
}
