// Rule: a file is named after the one concept in it, so no file collects what has no name.
import path from "node:path";

const dumps = new Set(["util", "utils", "helper", "helpers", "common", "misc", "shared"]);

/** @param {{ files: readonly string[] }} workspace */
export function fileNames({ files }) {
  const problems = files
    .filter((file) => /^(packages|apps|tooling)\//.test(file))
    .filter((file) => [...path.dirname(file).split("/"), stem(file)].some((part) => dumps.has(part)))
    .map((file) => `${file}: name it after the concept it holds`);
  return { problems };
}

function stem(file) {
  return path.basename(file).split(".")[0];
}
