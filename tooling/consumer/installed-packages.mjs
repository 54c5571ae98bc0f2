// What npm put into a folder.
import { readFileSync } from "node:fs";
import path from "node:path";

/** The sorted names of all packages below node_modules, from npm's own record. */
export function installedPackages(folder) {
  const record = JSON.parse(readFileSync(path.join(folder, "node_modules/.package-lock.json"), "utf8"));
  const names = Object.keys(record.packages).map((place) =>
    place.slice(place.lastIndexOf("node_modules/") + 13),
  );
  return [...new Set(names)].sort();
}
