import { mkdir } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";

/** Joins a worker and everything it imports into one file that a Node of its own can run; gives its path. */
export async function bundledWorker(source: string, cache: string): Promise<string> {
  const file = path.join(cache, `${path.basename(source, ".ts")}-${process.pid}.mjs`);
  await mkdir(cache, { recursive: true });
  const build = await rolldown({
    input: source,
    platform: "node",
    tsconfig: false,
    resolve: { conditionNames: ["@x/source", "node", "import", "default"] },
    transform: { target: "node20" },
    logLevel: "silent",
  });
  await build.write({ file, format: "esm", codeSplitting: false });
  await build.close();
  return file;
}
