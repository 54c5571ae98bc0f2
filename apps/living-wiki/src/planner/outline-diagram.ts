/** So much fits on a screen. */
const maxNodes = 24;

/** A Mermaid flowchart of a page: its title, its sections, and the points and pages that it lists. */
export function outlineDiagram(title: string, markdown: string): string {
  const lines = ["flowchart LR", `  n0([${label(title)}])`];
  let count = 0;
  const parents = ["n0"];
  let inCode = false;
  for (const line of markdown.split("\n")) {
    if (count >= maxNodes) break;
    if (/^ {0,3}(`{3,}|~{3,})/.test(line)) inCode = !inCode;
    if (inCode) continue;
    const heading = /^ {0,3}(#{2,4})\s+(.+)$/.exec(line);
    const point = /^\s*(?:[-*+]|\d+[.)])\s+(.+)$/.exec(line);
    if (heading !== null) {
      const depth = (heading[1] ?? "##").length - 1;
      const id = `n${++count}`;
      parents.length = Math.min(depth, parents.length);
      lines.push(`  ${parents.at(-1)} --> ${id}[${label(heading[2] ?? "")}]`);
      parents.push(id);
    } else if (point !== null) lines.push(`  ${parents.at(-1)} --> n${++count}(${label(point[1] ?? "")})`);
  }
  if (count > 0) return lines.join("\n");
  // A page of prose: its first sentences, one after the other.
  const prose = markdown
    .replace(/^#.*$/m, "")
    .split(/(?<=[.!?:;])\s+/)
    .map((one) => one.trim())
    .filter(Boolean);
  for (const sentence of prose.slice(0, 5)) {
    lines.push(`  n${count} --> n${count + 1}[${label(sentence)}]`);
    count += 1;
  }
  return lines.join("\n");
}

/** In quotes, so that no character of a page means anything to Mermaid. */
function label(text: string): string {
  const plain = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const short = plain.length > 60 ? `${plain.slice(0, 57)}…` : plain;
  return `"${short.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("#", "&num;")}"`;
}
