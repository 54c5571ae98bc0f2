// Builds the image without any image registry: Debian's packages by apt, Node and npm from npm's registry, Python's
// packages from PyPI. The result is an archive for `docker import` or `podman import`, cached by what went into it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { addDebian, planDebian } from "./debian-files.mjs";
import { addNode, planNode } from "./node-files.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { addPython, planPython } from "./python-files.mjs";
import { addSystem, imageConfig, packSystem } from "./system-files.mjs";

const repository = "mcp-sandbox";
const here = new URL(".", import.meta.url);

/** Builds the image's archive, or finds the one that the same ingredients gave before. */
export async function buildImage({ cacheFolder, log = () => {} }) {
  const debian = await planDebian();
  const node = planNode(debian.architecture);
  const key = digest({ debian, node, python: planPython(), scripts: ownScripts() });
  const archive = path.join(cacheFolder, `${repository}-${key}.tar`);
  const image = { archive, repository, tag: key, name: `${repository}:${key}`, changes: changes() };
  mkdirSync(cacheFolder, { recursive: true });
  // Test files of several packages ask for it at the same time.
  await oneAtATime(`${archive}.lock`, async () => {
    if (!existsSync(archive)) await build({ archive, cacheFolder, debian, node, log });
  });
  return image;
}

async function build({ archive, cacheFolder, debian, node, log }) {
  const workFolder = mkdtempSync(path.join(os.tmpdir(), "x-image-"));
  try {
    const root = path.join(workFolder, "root");
    mkdirSync(root);
    log(`Debian's packages (${debian.packages.length}) …`);
    const pipWheel = await addDebian(debian, root, workFolder);
    log(`${node.node} and ${node.npm} …`);
    await addNode(node, root, workFolder);
    log("Python's packages …");
    await addPython(debian, pipWheel, root);
    await addSystem(root);
    // Renamed when whole, so that a build that was broken off leaves nothing that looks finished.
    const part = `${archive}.${process.pid}`;
    await packSystem(root, part, workFolder);
    renameSync(part, archive);
    for (const name of readdirSync(cacheFolder).filter((entry) => /^mcp-sandbox-\w+\.tar$/.test(entry)))
      if (name !== path.basename(archive)) rmSync(path.join(cacheFolder, name));
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

/** What an import adds to the files, in the words of a Dockerfile. */
function changes() {
  const { env, workdir, user } = imageConfig;
  const variables = Object.entries(env).map(([name, value]) => `ENV ${name}=${value}`);
  return [...variables, `WORKDIR ${workdir}`, `USER ${user}`, 'CMD ["sh"]'];
}

function ownScripts() {
  const names = readdirSync(here).filter((name) => name.endsWith("-files.mjs"));
  return names.sort().map((name) => readFileSync(new URL(name, here), "utf8"));
}

function digest(ingredients) {
  return createHash("sha256").update(JSON.stringify(ingredients)).digest("hex").slice(0, 16);
}
