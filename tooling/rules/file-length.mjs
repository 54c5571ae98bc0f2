// Rule: no file is longer than 300 lines, and half of a package's source files have at most 120.
import { readFileSync } from "node:fs";
import path from "node:path";

const maxLines = 300;
const maxMedian = 120;
const counted = /^(packages|apps|tooling)\/.*\.(ts|tsx|mjs|js|css)$/;

/** @param {{ root: string, files: readonly string[], packages: readonly any[] }} workspace */
export function fileLength({ root, files, packages }) {
  const lengths = new Map();
  for (const file of files.filter((name) => counted.test(name)))
    lengths.set(file, countLines(path.join(root, file)));
  const problems = [...lengths]
    .filter(([, lines]) => lines > maxLines)
    .map(([file, lines]) => `${file} has ${lines} lines, ${maxLines} at most: split it by concept`);

  const notes = [row("lines", ["files", "median", "p90", "longest"])];
  for (const { short, folder } of packages) {
    const own = [...lengths].filter(([file]) => file.startsWith(`${folder}/src/`)).map(([, lines]) => lines);
    if (own.length === 0) continue;
    notes.push(row(short, figures(own)));
    if (quantile(own, 0.5) > maxMedian)
      problems.push(`${folder}/src has a median of ${quantile(own, 0.5)} lines a file, ${maxMedian} at most`);
  }
  if (lengths.size > 0) notes.push(row("everything", figures([...lengths.values()])));
  return { problems, notes };
}

function countLines(file) {
  const text = readFileSync(file, "utf8");
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function figures(lengths) {
  return [lengths.length, quantile(lengths, 0.5), quantile(lengths, 0.9), quantile(lengths, 1)];
}

/** The smallest value that at least `share` of the values do not exceed. */
function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

function row(name, cells) {
  return `  ${name.padEnd(16)}${cells.map((cell) => String(cell).padStart(9)).join("")}`;
}
