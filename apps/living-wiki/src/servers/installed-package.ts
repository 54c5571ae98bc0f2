import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { SeenPath } from "../places/place.ts";

const require = createRequire(import.meta.url);

/** The file behind a package's command, at its real place: a sandbox sees that, and not the links to it. */
export function entryOf(packageName: string): string {
  const manifestFile = manifestOf(packageName);
  const { bin } = JSON.parse(readFileSync(manifestFile, "utf8")) as {
    readonly bin: string | Readonly<Record<string, string>>;
  };
  const entry = typeof bin === "string" ? bin : Object.values(bin)[0];
  if (entry === undefined)
    throw new Error(`${packageName} has no command. Run "npm run demo" again to reinstall it.`);
  return realpathSync(path.join(path.dirname(manifestFile), entry));
}

/** The folder in which a package and everything that it needs are installed. */
export function modulesOf(packageName: string): readonly SeenPath[] {
  const parts = entryOf(packageName).split(path.sep);
  return [{ path: parts.slice(0, parts.indexOf("node_modules") + 1).join(path.sep) }];
}

/** Looked up as Node does, but by its file: not every package exports its manifest. */
function manifestOf(packageName: string): string {
  const folders = require.resolve.paths(packageName) ?? [];
  const file = folders.map((folder) => path.join(folder, packageName, "package.json")).find(existsSync);
  if (file === undefined)
    throw new Error(`${packageName} is not installed. Run "npm run demo", which installs it.`);
  return file;
}
