// Which package may use which (ARCHITECTURE.md). Names without the scope; an arrow points only down.

/** The packages of `packages/`, lowest layer first, each with the packages it may use at run time. */
const mayUse = {
  // contracts: no dependency at all, npm's included
  "mcp-core": [],
  sandbox: [],
  "ui-resources": [],
  // engine
  "mcp-session": ["mcp-core"],
  // transports
  "mcp-stdio": ["mcp-core", "mcp-session", "sandbox"],
  "mcp-http": ["mcp-core", "mcp-session"],
  auth: ["mcp-core"],
  "sandbox-host": ["sandbox"],
  "sandbox-bash": ["sandbox", "sandbox-host"],
  "sandbox-bwrap": ["sandbox", "sandbox-host"],
  "store-redis": ["mcp-core"],
  // composition
  pool: ["mcp-core", "ui-resources"],
  tools: ["mcp-core", "ui-resources"],
  config: ["mcp-core"],
  "ui-server": ["ui-resources"],
  "ui-view": ["ui-resources"],
  // doors
  mcp: ["mcp-core", "mcp-session", "sandbox", "mcp-stdio", "mcp-http", "auth", "pool", "tools"],
  "mcp-testing": ["mcp-core"],
};

/** A sandbox adapter that has no row of its own. */
const anyAdapter = ["sandbox"];

/** Packages that must not have a single dependency, so that anybody can build on them. */
export const dependencyFree = ["mcp-core", "sandbox", "ui-resources"];

/** Of these packages only the named subpaths may be used by other packages. */
export const onlySubpaths = { "sandbox-host": ["process"] };

/** What the package `short` may use, or undefined when nobody has decided that yet. */
export function allowedFor(short) {
  if (Object.hasOwn(mayUse, short)) return mayUse[short];
  return short.startsWith("sandbox-") ? anyAdapter : undefined;
}
