// What importing an entry point may load. The rule: nothing from npm. Heavy libraries (ajv, re2js, undici, zod, yaml,
// jose, oauth4webapi, dockerode, e2b, the SDKs) are loaded on first use; an exception is light and stated here.

/** Packages from npm that an import loads, by entry point. */
const mayLoad = { "@x/ui-view/react": ["react"] };

/** Entry points for any JavaScript runtime: no built-in of Node. */
const anyRuntime = ["@x/ui-resources", "@x/ui-server", "@x/ui-view", "@x/ui-view/react"];

/** Packages of ours that an import leaves for later. */
const leavesForLater = { "@x/mcp": ["@x/mcp-session", "@x/mcp-stdio", "@x/mcp-http", "@x/auth"] };

/** What is wrong with the measured cost of an entry point, as sentences that go on after its name. */
export function broken(specifier, { npm, builtins, siblings }) {
  const problems = npm
    .filter((name) => !mayLoad[specifier]?.includes(name))
    .map((name) => `loads ${name} from npm: load it with import() on first use`);
  if (anyRuntime.includes(specifier))
    problems.push(...builtins.map((name) => `loads ${name}, and must run where there is no Node`));
  const early = leavesForLater[specifier]?.filter((name) => siblings.includes(name)) ?? [];
  return [...problems, ...early.map((name) => `loads ${name} before it is needed`)];
}
