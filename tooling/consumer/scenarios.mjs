// Who uses which packages, and what they write. What npm installs for them is in install-lists.mjs.

/**
 * @typedef {object} Scenario
 * @property {string} title
 * @property {readonly string[]} uses the packages of ours that its user asks npm for
 * @property {Readonly<Record<string, string>>} [peers] optional peers from npm that its user has, by version
 * @property {number} [atMost] how many packages may be installed in all
 * @property {boolean} [everyEntryPoint] also load each entry point of each package
 * @property {string} program what its user writes: type-checked and run
 * @property {string} prints what the program must print
 */

/** @param {readonly string[]} existing the public packages of this checkout @returns {Scenario[]} */
export function scenarios(existing) {
  const all = [
    {
      title: "everything",
      uses: existing,
      peers: { react: "19.3.1" },
      everyEntryPoint: true,
      program: `
import { createMcpTransportPool, createToolRegistry, isMcpError, registerMcpTools } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";

await using pool = createMcpTransportPool(
  { servers: [{ kind: "stdio", serverId: "demo", command: "node", args: ["echo-server.mjs"] }] },
  { sandbox: hostSandbox({ allowHostExecution: true, root: process.cwd() }) },
);
const registry = createToolRegistry();
await using registration = await registerMcpTools(registry, pool);
const { output } = await registry.dispatch("demo__echo", { text: "hi" });
console.log(registration.toolNames.join(), output, isMcpError(new Error("not ours")));
`,
      prints: "demo__echo hi false",
    },
    {
      title: "stdio-on-host",
      uses: ["@x/mcp-stdio", "@x/sandbox-host"],
      atMost: 15,
      program: `
import { createStdioTransport } from "@x/mcp-stdio";
import { hostSandbox } from "@x/sandbox-host";

await using port = createStdioTransport(
  { kind: "stdio", serverId: "demo", command: "node", args: ["echo-server.mjs"] },
  { sandbox: hostSandbox({ allowHostExecution: true, root: process.cwd() }) },
);
const names = (await port.connect()).map(({ name }) => name);
const { output } = await port.callTool("echo", { text: "hi" });
console.log(names.join(), output);
`,
      prints: "echo hi",
    },
    {
      title: "pool-and-http",
      uses: ["@x/mcp-http", "@x/pool"].filter((name) => existing.includes(name)),
      program: `
import { createMcpTransportPool, type McpTransportPool } from "@x/pool";
const pool: McpTransportPool = createMcpTransportPool({ servers: [], factories: {} });
console.log((await pool.listTools()).length);
await pool.stop();
console.log(pool.state);
`,
      prints: "0\nclosed",
    },
    {
      title: "only-sandbox",
      uses: ["@x/sandbox"],
      program: `
import { memorySandbox, type SandboxSession } from "@x/sandbox";
await using session: SandboxSession = await memorySandbox().open();
console.log(session.isolation, session.workdir);
`,
      prints: "virtual /workspace",
    },
    {
      title: "only-ui-resources",
      uses: ["@x/ui-resources"],
      program: `
import { extractMcpUiResources, type McpUiResource } from "@x/ui-resources";
const content = [{ type: "resource", resource: { uri: "ui://shop/cart", mimeType: "text/html", text: "<p>2</p>" } }];
const found: readonly McpUiResource[] = extractMcpUiResources({ content });
console.log(found.map(({ src }) => src).join());
`,
      prints: "ui://shop/cart",
    },
  ];
  return all.filter(({ uses }) => uses.length > 0 && uses.every((name) => existing.includes(name)));
}
