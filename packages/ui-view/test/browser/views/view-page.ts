import { readFileSync } from "node:fs";

/** A script of this folder. */
export type ViewScript =
  | "leak-probes.js"
  | "navigations.js"
  | "raw-app.js"
  | "reach-probes.js"
  | "run-probes.js";

/** A whole HTML document of scripts of this folder and of a program of its own, inline as MCP Apps are. */
export function viewPage(title: string, scripts: readonly ViewScript[], program = "", body = ""): string {
  const sources = scripts.map((file) => readFileSync(new URL(file, import.meta.url), "utf8"));
  const script = [...sources, program].join("\n").replaceAll("</script", "<\\/script");
  return `<!doctype html>
<html><head><meta charset="utf-8"><title>${title}</title></head><body><p>${title}</p>${body}
<script>${script}</script></body></html>`;
}
