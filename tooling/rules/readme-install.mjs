// Rule: whoever installs what a README says can run its examples: each package they import is named under "Install".
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const block = /^```ts[^\n]*\n(.*?)^```/gms;
const specifier = /\bfrom "((?:@[\w-]+\/)?[\w-]+)(?:\/[^"]*)?"/g;

/** @param {{ packages: readonly any[] }} workspace */
export function readmeInstall({ packages }) {
  const problems = [];
  for (const { dir, folder } of packages) {
    const file = path.join(dir, "README.md");
    // Its absence is reported by another rule.
    if (!existsSync(file)) continue;
    const text = readFileSync(file, "utf8");
    const install = /^## Install\n(.*?)^## /ms.exec(text)?.[1] ?? "";
    const words = new Set(install.split(/[\s`]+/));
    const imported = [...text.matchAll(block)].flatMap(([, code]) =>
      [...code.matchAll(specifier)].map(([, name]) => name),
    );
    for (const name of new Set(imported))
      if (!words.has(name))
        problems.push(`${folder}/README.md: "Install" does not name ${name}, which an example imports`);
  }
  return { problems };
}
