import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const shownParts = 5;

/** Says how much is sent, compressed: before the first view, and later on demand. */
export function printSizes(name: string): Plugin {
  return {
    name: "print-sizes",
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const chunks = files.filter((file) => file.type === "chunk");
      const first = withImports(
        chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
        (fileName) => chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [],
      );
      const styles = files.filter((file) => file.type === "asset" && file.fileName.endsWith(".css"));
      const later = chunks
        .filter(({ fileName }) => !first.has(fileName))
        .map((chunk) => ({ name: chunk.name.replace(/-[A-Z0-9]{8}$/, ""), bytes: sizeOf(chunk.code) }))
        .toSorted((a, b) => b.bytes - a.bytes);
      const scriptBytes = total(
        chunks.filter(({ fileName }) => first.has(fileName)).map(({ code }) => sizeOf(code)),
      );
      const styleBytes = total(styles.map((file) => (file.type === "asset" ? sizeOf(file.source) : 0)));
      const parts = later.slice(0, shownParts).map((part) => `${part.name} ${text(part.bytes)}`);
      const rest = later.length > parts.length ? [`${later.length - parts.length} more`] : [];
      console.log(
        `${name}, gzipped: at first ${text(scriptBytes)} of script and ${text(styleBytes)} of style; ` +
          `on demand ${text(total(later.map(({ bytes }) => bytes)))}: ${[...parts, ...rest].join(", ")}`,
      );
    },
  };
}

/** These files and whatever they import at once. */
function withImports(names: readonly string[], importsOf: (name: string) => readonly string[]): Set<string> {
  const all = new Set(names);
  for (const name of all) for (const imported of importsOf(name)) all.add(imported);
  return all;
}

function sizeOf(content: string | Uint8Array): number {
  return gzipSync(content).length;
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

function text(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
