// node tooling/consumer.mjs [scenario …] — uses the packages as a stranger would: plain npm, an empty folder, the
// packed tarballs. Each scenario checks what gets installed, type-checks a program against it and runs it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { check } from "./check.mjs";
import { checkEntryPoints } from "./consumer/entry-points.mjs";
import { expectedInstall } from "./consumer/install-lists.mjs";
import { installedPackages } from "./consumer/installed-packages.mjs";
import { scenarios } from "./consumer/scenarios.mjs";
import { withTarballs } from "./tarballs.mjs";
import { publicPackages, root } from "./workspace.mjs";

/** A careful user: strict, and the declarations of the packages are checked, too. */
const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: ["node"],
  typeRoots: [path.join(root, "node_modules/@types")],
};

const wanted = process.argv.slice(2);
const packages = publicPackages();
const chosen = scenarios(packages.map(({ name }) => name)).filter(
  ({ title }) => wanted.length === 0 || wanted.includes(title),
);
const needed = new Set(chosen.flatMap(({ uses }) => workspaceClosure(uses)));

await check("consumer", () =>
  withTarballs(
    packages.filter(({ name }) => needed.has(name)),
    (tarballs) => {
      for (const scenario of chosen)
        console.log(`consumer ${scenario.title}: ${inEmptyFolder(scenario, tarballs)}`);
    },
  ),
);

function inEmptyFolder(scenario, tarballs) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "x-consumer-"));
  try {
    return consume(folder, scenario, tarballs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a sentence about what was proved; throws when something is not as it should be. */
function consume(folder, { title, uses, peers = {}, atMost, program, prints, everyEntryPoint }, tarballs) {
  install(folder, uses, peers, tarballs);
  const installed = installedPackages(folder);
  expectExactly(title, installed, expectedInstall([...workspaceClosure(uses), ...Object.keys(peers)]));
  if (installed.length > (atMost ?? Number.POSITIVE_INFINITY))
    throw new Error(`${title}: ${installed.length} packages are installed, ${atMost} at most`);

  cpSync(path.join(import.meta.dirname, "consumer/echo-server.mjs"), path.join(folder, "echo-server.mjs"));
  writeFileSync(path.join(folder, "main.ts"), program);
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  run(folder, "tsc", ["-p", "."]);
  const output = run(folder, "node", ["main.js"]).trim();
  if (output !== prints) throw new Error(`${title}: the program printed ${JSON.stringify(output)}`);
  const entries = everyEntryPoint
    ? `, ${checkEntryPoints(folder, packages)} entry points load both ways`
    : "";
  return `${installed.length} packages installed, a program type-checks and runs${entries}`;
}

function install(folder, uses, peers, tarballs) {
  const file = (name) => `file:${tarballs[name]}`;
  const dependencies = { ...Object.fromEntries(uses.map((name) => [name, file(name)])), ...peers };
  // overrides make npm take the siblings from the tarballs too, and not from the registry
  const overrides = Object.fromEntries(Object.keys(tarballs).map((name) => [name, file(name)]));
  const manifest = { name: "consumer", private: true, type: "module", dependencies, overrides };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  run(folder, "npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]);
}

/** The packages of ours that come along with those that are asked for. */
function workspaceClosure(uses) {
  const dependencies = new Map(
    publicPackages().map(({ name, manifest }) => [name, Object.keys(manifest.dependencies ?? {})]),
  );
  const closure = new Set();
  const waiting = [...uses];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (closure.has(name)) continue;
    closure.add(name);
    waiting.push(...(dependencies.get(name) ?? []).filter((dependency) => dependencies.has(dependency)));
  }
  return [...closure];
}

function expectExactly(title, installed, expected) {
  const more = installed.filter((name) => !expected.includes(name));
  const fewer = expected.filter((name) => !installed.includes(name));
  if (more.length + fewer.length === 0) return;
  throw new Error(
    `${title}: what npm installs has changed (new: ${more.join(", ") || "none"}; gone: ${fewer.join(", ") || "none"}). ` +
      "If that is meant, say so in tooling/consumer/install-lists.mjs.",
  );
}

function run(cwd, command, args) {
  try {
    return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(
      `${command} ${args.join(" ")} failed:\n${error.stdout ?? ""}${error.stderr ?? error.message}`,
    );
  }
}
