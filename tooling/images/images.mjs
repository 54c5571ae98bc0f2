// node tooling/run.mjs images [docker|podman] — builds the image and imports it into the engine of that command.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildImage } from "./build-image.mjs";

const [engine] = process.argv.slice(2);
const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/images", import.meta.url));
const image = await buildImage({ cacheFolder, log: (line) => console.log(line) });
const options = image.changes.flatMap((change) => ["--change", change]);

if (engine === undefined) {
  console.log(`${image.archive}\n\nImport it with:\n`);
  const quoted = image.changes.map((change) => `--change '${change}'`);
  console.log(`docker import ${quoted.join(" ")} ${image.archive} ${image.name}`);
} else {
  const { status } = spawnSync(engine, ["import", ...options, image.archive, image.name], {
    stdio: "inherit",
  });
  if (status !== 0)
    throw new Error(`${engine} import failed. Is ${engine} installed, and its engine running?`);
  console.log(`Ready: dockerSandbox({ image: "${image.name}" })`);
}
