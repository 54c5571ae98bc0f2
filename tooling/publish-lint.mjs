// node tooling/publish-lint.mjs publint|attw — checks the packed packages with one of the two linters for what npm
// users and their compilers would meet. Prints a linter's output only where it complains.
import { spawn } from "node:child_process";
import os from "node:os";
import { check } from "./check.mjs";
import { withTarballs } from "./tarballs.mjs";
import { publicPackages } from "./workspace.mjs";

const linters = {
  publint: (tarball) => ["publint", "run", tarball, "--strict"],
  attw: (tarball) => ["attw", tarball, "--profile", "esm-only", "--format", "ascii", "--no-color"],
};

const name = process.argv[2] ?? "";

await check("publish-lint", async () => {
  if (!Object.hasOwn(linters, name)) throw new Error("usage: node tooling/publish-lint.mjs publint|attw");
  await withTarballs(publicPackages(), async (tarballs) => {
    const complaints = await lintAll(Object.entries(tarballs));
    const total = Object.keys(tarballs).length;
    console.log(`${name}: ${total - complaints.length} of ${total} packages are fine`);
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
  });
});

/** As many at a time as there are processors. Resolves with what the linter said about the faulty ones. */
async function lintAll(waiting) {
  const complaints = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { code, output } = await run(linters[name](next[1]));
      if (code !== 0) complaints.push(`${next[0]}\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
  return complaints;
}

function run([command, ...args]) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
