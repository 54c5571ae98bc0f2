import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** The file that a package's only command starts, so that it needs neither npx nor a network. */
export function binOf(packageName: string): string {
  const manifestFile = require.resolve
    .paths(packageName)
    ?.map((folder) => join(folder, packageName, "package.json"));
  for (const file of manifestFile ?? []) {
    try {
      const { bin } = JSON.parse(readFileSync(file, "utf8")) as { bin: Readonly<Record<string, string>> };
      const [program = ""] = Object.values(bin);
      return join(dirname(file), program);
    } catch {
      // Not in this folder: the next one is tried.
    }
  }
  throw new Error(`The package ${packageName} is not installed.`);
}

/** A server of the fixtures folder. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
}
