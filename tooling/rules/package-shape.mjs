// Rule: every package has the same shape, so knowing one is knowing all.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { reportName } from "../api-report.mjs";

/** @param {{ root: string, packages: readonly any[] }} workspace */
export function packageShape({ packages }) {
  const problems = [];
  for (const pkg of packages) {
    const checks = [...files(pkg), ...manifest(pkg), ...exports(pkg), ...reports(pkg)];
    problems.push(...checks.map((problem) => `${pkg.folder}: ${problem}`));
  }
  return { problems };
}

function files({ dir }) {
  const needed = ["LICENSE", "src/index.ts", "tsconfig.json", "test/tsconfig.json", "vitest.config.ts"];
  return needed.filter((name) => !existsSync(path.join(dir, name))).map((name) => `${name} is missing`);
}

function manifest({ short, manifest: own }) {
  const wanted = {
    name: `@x/${short}`,
    license: "MIT",
    type: "module",
    sideEffects: false,
    "engines.node": ">=20.19",
    "publishConfig.access": "public",
  };
  const read = (key) => key.split(".").reduce((value, part) => value?.[part], own);
  return Object.entries(wanted)
    .filter(([key, value]) => read(key) !== value)
    .map(([key, value]) => `package.json: "${key}" must be ${JSON.stringify(value)}`);
}

/** What is published are the workspace's entry points without the source condition. */
function exports({ manifest: own }) {
  const published = {};
  for (const [subpath, target] of Object.entries(own.exports ?? {})) {
    if (typeof target === "string") published[subpath] = target;
    else {
      const { "@x/source": source, ...rest } = target;
      if (source === undefined) return [`package.json: exports["${subpath}"] has no "@x/source"`];
      published[subpath] = rest;
    }
  }
  const same = JSON.stringify(published) === JSON.stringify(own.publishConfig?.exports);
  return same ? [] : ['package.json: publishConfig.exports must be exports without "@x/source"'];
}

function reports({ dir, entryPoints }) {
  const folder = path.join(dir, "api");
  const wanted = entryPoints.map(({ subpath }) => reportName(subpath)).sort();
  const found = existsSync(folder) ? readdirSync(folder).sort() : [];
  const missing = wanted
    .filter((name) => !found.includes(name))
    .map((name) => `api/${name} is missing: run \`pnpm api\``);
  const stale = found
    .filter((name) => !wanted.includes(name))
    .map((name) => `api/${name} belongs to no entry point`);
  return [...missing, ...stale];
}
