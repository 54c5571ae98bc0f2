// The stages of CI, in order: what is cheap and finds most comes first.
import { nodeBinary } from "./node-versions.mjs";

const script = (name, ...args) => ["node", `tooling/${name}.mjs`, ...args];

/** Biome colours the log of a CI machine, where nobody sees the colours. */
const plainText = process.stdout.isTTY ? [] : ["--colors=off"];

/** A stage that runs the tests on one major version of Node. */
function tests(major) {
  return {
    name: `tests-node-${major}`,
    does: `every test on Node ${major}, none skipped for a missing part`,
    node: () => nodeBinary(major),
    commands: [["npm", "test"]],
  };
}

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} does what a person reads in the list
 * @property {readonly (readonly string[])[]} commands run one after the other from the workspace's root
 * @property {() => Promise<string>} [node] the Node to run them with; default: this one
 * @property {boolean} [bare] runs before the packages are installed
 * @property {boolean} [onDemand] runs only when it is named
 */

/** @type {readonly Stage[]} */
export const stages = [
  {
    name: "system-packages",
    does: "programs that tests need",
    bare: true,
    commands: [script("ci/system-packages")],
  },
  { name: "install", does: "the packages of the lockfile", commands: [] },
  {
    name: "lint",
    does: "Biome: style, types of mistakes, format",
    commands: [["biome", "ci", ".", ...plainText]],
  },
  {
    name: "rules",
    does: "manifests, declared imports, arrow table, file lengths, package shape",
    commands: [["sherif"], ["turbo", "boundaries"], script("rules")],
  },
  { name: "build", does: "every package, through turbo", commands: [["turbo", "run", "build"]] },
  {
    name: "types",
    does: "README examples and tests type-check",
    commands: [script("readme"), ["tsc", "-b"]],
  },
  {
    name: "dead-code",
    does: "knip: unused files, exports and dependencies",
    commands: [["knip", "--no-config-hints"]],
  },
  { name: "api-reports", does: "the public surface is the reviewed one", commands: [script("api")] },
  { name: "publint", does: "packed manifests", commands: [script("publish-lint", "publint")] },
  { name: "attw", does: "packed types resolve", commands: [script("publish-lint", "attw")] },
  {
    name: "readme-examples",
    does: "README examples run",
    commands: [["vitest", "run", "readme.test.ts", "--passWithNoTests"]],
  },
  {
    name: "consumers",
    does: "packed packages in empty folders with plain npm",
    commands: [script("consumer")],
  },
  { name: "import-cost", does: "what an import of each package loads", commands: [script("import-cost")] },
  { name: "versioning", does: "one package can be versioned alone", commands: [script("versioning")] },
  {
    name: "conformance",
    does: "the official referee over our packages, one scenario at a time",
    node: () => nodeBinary(24),
    commands: [["node", "tooling/conformance/conformance.mjs"]],
  },
  tests(20),
  tests(24),
  {
    name: "coverage",
    does: "every test again, with coverage",
    onDemand: true,
    commands: [["vitest", "run", "--coverage"]],
  },
];
