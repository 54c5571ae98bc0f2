// Rule: every package has a version of its own; no group of packages is versioned together.
import { readFileSync } from "node:fs";
import path from "node:path";

/** @param {{ root: string }} workspace */
export function changesets({ root }) {
  const config = JSON.parse(readFileSync(path.join(root, ".changeset/config.json"), "utf8"));
  const problems = ["fixed", "linked"]
    .filter((group) => config[group]?.length > 0)
    .map((group) => `.changeset/config.json ties packages together in "${group}"`);
  return { problems };
}
