// Real MCP servers, from npm and from PyPI, in one folder that every user can read: for tests that run them outside a
// container, without a Python or a registry of the machine.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildImage } from "./build-image.mjs";
import { run } from "./steps.mjs";

const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/images", import.meta.url));
const npmServers = ["server-everything", "server-filesystem"];

/**
 * Copies the servers to a new folder. `place` is what the sandbox calls that folder; by default, its own name.
 * @param {{ place?: string }} [options]
 */
export async function stageServers({ place } = {}) {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), "servers-"));
  try {
    chmodSync(folder, 0o755);
    const mains = npmServers.map((name) => stagePackage(`@modelcontextprotocol/${name}`, folder));
    const python = await stagePython(path.join(folder, "image"));
    return {
      folder,
      servers: declarations(place ?? folder, mains, python),
      [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function declarations(place, [everything, files], { loader, libraries, program }) {
  const node = (serverId, main, ...args) => ({
    kind: "stdio",
    serverId,
    command: "node",
    args: [`${place}/${main}`, ...args],
    connectTimeoutMs: 60_000,
  });
  // The image's interpreter, started through the image's loader: nothing of it depends on the system around it.
  const image = `${place}/image`;
  const paths = libraries.map((library) => `${image}/${library}`).join(":");
  const python = (serverId, more, ...args) => ({
    kind: "stdio",
    serverId,
    command: `${image}/${loader}`,
    args: ["--library-path", paths, `${image}/${program}`, ...args],
    env: { PYTHONHOME: `${image}/usr`, ...more },
    connectTimeoutMs: 60_000,
  });
  const sqlite = { PYTHONPATH: `${image}/usr/local/lib/mcp-server-sqlite` };
  return {
    everything: node("everything", everything, "stdio"),
    files: node("files", files, "/workspace"),
    time: python("time", {}, "-m", "mcp_server_time", "--local-timezone", "UTC"),
    sqlite: python("sqlite", sqlite, "-c", "import mcp_server_sqlite as s; s.main()", "--db-path", "x.db"),
    // It reads pages with a library that wants a newer Node than the oldest we support: the image's.
    fetch: python(
      "fetch",
      { PATH: `${image}/usr/local/bin:/usr/bin:/bin` },
      "-m",
      "mcp_server_fetch",
      "--ignore-robots-txt",
      "--allow-private-ips",
    ),
  };
}

/** Unpacks Python and its packages out of the image's archive. Gives the names of its parts in that folder. */
async function stagePython(folder) {
  const { archive } = await buildImage({ cacheFolder });
  mkdirSync(folder);
  await run("tar", [
    "-xf",
    archive,
    "-C",
    folder,
    "--no-same-owner",
    "--exclude=./usr/local/lib/node_modules",
  ]);
  const find = (parent, pattern) => {
    const at = path.join(folder, parent);
    const name = existsSync(at) ? readdirSync(at).find((entry) => pattern.test(entry)) : undefined;
    return name === undefined ? undefined : `${parent}/${name}`;
  };
  const library = find("lib", /-linux-gnu$/);
  return {
    loader: find("lib64", /^ld-linux/) ?? find("lib", /^ld-linux/),
    libraries: [library, `usr/${library}`],
    program: find("usr/bin", /^python3\.\d+$/),
  };
}

/** Copies an installed package with all it depends on, as the package manager's store links them. Gives its main file. */
function stagePackage(name, folder) {
  const main = createRequire(import.meta.url).resolve(`${name}/dist/index.js`);
  const [store, inStore] = realpathSync(main).split("/.pnpm/");
  const queue = [inStore.split("/")[0]];
  const seen = new Set(queue);
  for (const entry of queue) {
    const modules = path.join(store, ".pnpm", entry, "node_modules");
    const target = path.join(folder, "store", entry);
    if (!existsSync(target))
      cpSync(path.dirname(modules), target, { recursive: true, verbatimSymlinks: true });
    for (const link of linksIn(modules)) {
      const linked = entryOf(link);
      if (!seen.has(linked)) queue.push(linked);
      seen.add(linked);
    }
  }
  // What a package imports and does not declare is found among the store's own links.
  const hoisted = path.join(store, ".pnpm/node_modules");
  for (const link of linksIn(hoisted).filter((link) => seen.has(entryOf(link)))) {
    const target = path.join(folder, "store/node_modules", path.relative(hoisted, link));
    if (existsSync(target)) continue;
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(readlinkSync(link), target);
  }
  return `store/${inStore}`;
}

function entryOf(link) {
  return realpathSync(link).split("/.pnpm/")[1]?.split("/")[0] ?? "";
}

function linksIn(modules) {
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(modules, entry.name);
    if (entry.isSymbolicLink()) return existsSync(at) ? [at] : []; // what is optional and not for this system
    return entry.name.startsWith("@") && entry.isDirectory() ? linksIn(at) : [];
  });
}
