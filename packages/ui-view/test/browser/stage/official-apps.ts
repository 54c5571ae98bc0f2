import { fileURLToPath } from "node:url";
import { createMcpTransportPool, type JsonObject, type McpTransportPool } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { uiExtensionCapability } from "@x/ui-resources";

/** One of the official MCP App servers, and what its view must show for what call. */
export interface OfficialApp {
  /** Name of the package after `@modelcontextprotocol/server-`; also the server's id. */
  readonly server: string;
  readonly tool: string;
  readonly args?: JsonObject;
  /** What its text must say. */
  readonly shows: RegExp;
}

/** A picture that is red all over, so that a glance at any pixel tells whether it was drawn. */
const redShader = "void mainImage(out vec4 color, in vec2 at) { color = vec4(1.0, 0.0, 0.0, 1.0); }";
const scale = "X:1\nT:Scale\nM:4/4\nL:1/4\nK:C\nC D E F|";

/** Those that need nothing but what the strict policy gives. */
export const strictApps: readonly OfficialApp[] = [
  { server: "basic-vanillajs", tool: "get-time", shows: /Server Time:\s+20\d\d-\d\d-\d\dT/ },
  { server: "budget-allocator", tool: "get-budget-data", shows: /Allocated: \$100,000 \/ \$100,000/ },
  { server: "cohort-heatmap", tool: "get-cohort-data", shows: /M0\s+M1[\s\S]+\b100\b/ },
  { server: "debug", tool: "debug-tool", shows: /ontoolresult:/ },
  // It shows a picture only.
  { server: "shadertoy", tool: "render-shadertoy", args: { fragmentShader: redShader }, shows: /^$/ },
  { server: "sheet-music", tool: "play-sheet-music", args: { abcNotation: scale }, shows: /Scale/ },
  { server: "system-monitor", tool: "get-system-info", shows: /\d+%\s+[\d.]+ GB/ },
];

/** Wants `data:` scripts. */
export function pdfApp(file: string): OfficialApp {
  return { server: "pdf", tool: "display_pdf", args: { url: file }, shows: /A line of the test/ };
}

const redScene = `const renderer = new THREE.WebGLRenderer({ canvas });
renderer.setSize(width, height);
renderer.setClearColor(0xff0000, 1);
renderer.render(new THREE.Scene(), new THREE.PerspectiveCamera());`;

/** Wants `unsafe-eval`. */
export const threeApp: OfficialApp = {
  server: "threejs",
  tool: "show_threejs_scene",
  args: { code: redScene },
  shows: /^$/,
};

/** Loads a library from a CDN before it says anything, so without the internet it never starts. */
export const mapApp: OfficialApp = { server: "map", tool: "show-map", shows: /$^/ };

/** Starts the servers of `apps` over stdio: our pool, our session, the host as the sandbox. */
export function openAppServers(
  apps: readonly OfficialApp[],
  more: Readonly<Record<string, readonly string[]>> = {},
): McpTransportPool {
  const servers = apps.map(({ server }) => ({
    kind: "stdio" as const,
    serverId: server,
    command: process.execPath,
    args: [programOf(server), "--stdio", ...(more[server] ?? [])],
  }));
  return createMcpTransportPool(
    { servers },
    { sandbox: hostSandbox({ allowHostExecution: true }), extensions: uiExtensionCapability() },
  );
}

function programOf(server: string): string {
  const main = import.meta.resolve(`@modelcontextprotocol/server-${server}`);
  return fileURLToPath(new URL("index.js", main));
}
