// node test/bundle-size.mjs — how large the element is with everything it needs, as a page's bundler would make it.
import path from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/**
 * Bytes of `defineMcpView` and all it uses, minified: as they are, and compressed.
 * @param {string[]} without packages that are left out
 */
export async function measureBundle(without = []) {
  const build = await rolldown({
    input: "entry",
    platform: "browser",
    external: without,
    resolve: { conditionNames: ["@x/source"] },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? id : null),
        load: (id) => (id === "entry" ? `export { defineMcpView } from ${JSON.stringify(source)};` : null),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  const { code } = output[0];
  return { minifiedBytes: Buffer.byteLength(code), compressedBytes: gzipSync(code).length, code };
}

const source = path.join(import.meta.dirname, "../src/index.ts");

if (process.argv[1] === import.meta.filename) {
  for (const [name, without] of [
    ["mcp-view", []],
    ["without its session", ["@x/ui-resources"]],
  ]) {
    const { minifiedBytes, compressedBytes } = await measureBundle(without);
    process.stdout.write(`${name}: ${minifiedBytes} bytes minified, ${compressedBytes} compressed\n`);
  }
}
