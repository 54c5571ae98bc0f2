// pnpm new:adapter <name> — makes packages/sandbox-<name>: a sandbox adapter that is wired, typed and keeps the sandbox
// contract on processes of this machine, from templates/sandbox-adapter. What is left to do is to replace `spawn`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./workspace.mjs";

const template = path.join(import.meta.dirname, "templates", "sandbox-adapter");
const [name = "", ...rest] = process.argv.slice(2);
const problem = whatIsWrong();

if (problem === undefined) make();
else {
  console.error(`new:adapter: ${problem} Nothing was written.`);
  process.exitCode = 1;
}

function whatIsWrong() {
  if (rest.length > 0 || name === "") return "write one name: pnpm new:adapter acme.";
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    return `"${name}" is no name for a package: small letters and digits, words joined by "-", such as acme-cloud.`;
  if (name.startsWith("sandbox-"))
    return `leave out "sandbox-", it is added: pnpm new:adapter ${name.slice("sandbox-".length)}.`;
  const folder = `packages/sandbox-${name}`;
  if (existsSync(path.join(root, folder)))
    return `${folder} is there already: choose another name, or remove it.`;
  return undefined;
}

function make() {
  const folder = `packages/sandbox-${name}`;
  for (const file of readdirSync(template, { recursive: true }).filter((file) => file.endsWith(".tmpl"))) {
    const target = filled(file.slice(0, -".tmpl".length));
    const text = filled(readFileSync(path.join(template, file), "utf8"));
    if (target === "changeset.md") write(`.changeset/sandbox-${name}.md`, text);
    else write(`${folder}/${target}`, text);
  }
  write(`${folder}/LICENSE`, readFileSync(path.join(root, "LICENSE"), "utf8"));
  refer([folder, `${folder}/test`]);
  format([folder, "tsconfig.json"]);
  console.log(nextSteps(folder));
}

function filled(text) {
  const camel = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  return text
    .replaceAll("{{name}}", name)
    .replaceAll("{{camel}}", camel)
    .replaceAll("{{Name}}", `${camel[0].toUpperCase()}${camel.slice(1)}`);
}

function write(file, text) {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** Adds projects to those that `tsc -b` builds at the root. */
function refer(projects) {
  const config = JSON.parse(readFileSync(path.join(root, "tsconfig.json"), "utf8"));
  const known = new Set(config.references.map((reference) => reference.path));
  config.references.push(
    ...projects.filter((project) => !known.has(project)).map((project) => ({ path: project })),
  );
  write("tsconfig.json", `${JSON.stringify(config, undefined, 2)}\n`);
}

/** Where lines break and how imports are sorted depends on the name. Before the first install there is no formatter. */
function format(targets) {
  const biome = path.join(root, "node_modules", ".bin", "biome");
  if (!existsSync(biome)) return;
  const { status, stderr } = spawnSync(biome, ["format", "--write", ...targets], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) console.error(`new:adapter: the formatter failed; run \`pnpm fix\`.\n${stderr}`);
}

function nextSteps(folder) {
  return `${folder} is made. It runs programs on this machine until you replace \`spawn\`.

Now run:
  pnpm install
  pnpm exec tsc -b ${folder}/test
  node tooling/api.mjs --write sandbox-${name}
  pnpm --filter @x/sandbox-${name} test
  node tooling/rules.mjs

Then, until the contract is green again:
  1. ${folder}/src/${name}-sandbox.ts: call your platform in \`open\`, \`spawn\` and \`close\`; raise \`isolation\`.
  2. ${folder}/test/contract.test.ts: take out of \`missing\` what it can do now.
  3. ${folder}/README.md and .changeset/sandbox-${name}.md: say what it is.
  4. README.md, SECURITY.md and CONTRIBUTING.md: add its row to the tables of sandboxes.`;
}
