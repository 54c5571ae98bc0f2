// Who uses what, and what npm installs for them. A new dependency shows here as a change that a reviewer sees.

const ajv = ["ajv", "fast-deep-equal", "fast-uri", "json-schema-traverse", "require-from-string"];
const session = [...ajv, "ajv-draft-04", "re2js"];

/**
 * @typedef {object} Scenario
 * @property {string} title
 * @property {readonly string[]} uses the packages of ours that its user asks npm for
 * @property {readonly string[]} [npm] everything that npm installs besides packages of ours
 * @property {number} [atMost] packages in all
 * @property {boolean} [everyEntryPoint] also load each entry point of each package
 * @property {string} program what its user writes: type-checked and run
 */

/** @param {readonly string[]} existing the public packages of this checkout @returns {Scenario[]} */
export function scenarios(existing) {
  const all = [
    {
      title: "everything",
      uses: existing,
      npm: session,
      everyEntryPoint: true,
      program: `
import { isMcpError } from "@x/mcp-core";
const known: boolean = isMcpError(new Error("not ours"));
console.log(known);
`,
    },
    {
      title: "only-sandbox",
      uses: ["@x/sandbox"],
      program: `
import type { SandboxSession } from "@x/sandbox";
import * as sandbox from "@x/sandbox";
const open: SandboxSession[] = [];
console.log(open.length, Object.keys(sandbox).length > 0);
`,
    },
  ];
  return all.filter(({ uses }) => uses.every((name) => existing.includes(name)));
}
