// Rule: every package README answers the same questions in the same order, and gives a reason for each dependency.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const sections = ["Install", "Example", "Options", "Errors", "Limits", "Dependencies"];

/** @param {{ packages: readonly any[] }} workspace */
export function readmeSections({ packages }) {
  const problems = [];
  for (const { dir, folder, name, manifest } of packages) {
    const file = path.join(dir, "README.md");
    if (!existsSync(file)) {
      problems.push(`${folder} has no README.md`);
      continue;
    }
    const text = readFileSync(file, "utf8");
    if (!text.startsWith(`# ${name}\n`)) problems.push(`${folder}/README.md must start with "# ${name}"`);
    const found = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title.trim());
    const known = found.filter((title) => sections.includes(title));
    if (known.join() !== sections.join())
      problems.push(
        `${folder}/README.md: sections must be ${sections.join(", ")}, in that order; found ${known.join(", ")}`,
      );
    for (const dependency of unexplained(text, manifest))
      problems.push(`${folder}/README.md: "Dependencies" gives no reason for ${dependency}`);
  }
  return { problems };
}

function unexplained(text, { dependencies = {}, peerDependencies = {} }) {
  const section = /^## Dependencies\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(text)?.[1] ?? "";
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  if (names.length === 0) return /\bnone\b/i.test(section) ? [] : ['the word "none"'];
  return names.filter((name) => !section.includes(`\`${name}\``));
}
