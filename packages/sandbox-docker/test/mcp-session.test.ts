import { spawn as start } from "node:child_process";
import { once } from "node:events";
import { realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { thousandCalls } from "@x/images/thousand-calls";
import { type StdioServerConfig, stdioFactory } from "@x/mcp-stdio";
import { createMcpTransportPool, type McpTransportPool } from "@x/pool";
import { dockerSandbox } from "@x/sandbox-docker";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { clientOf } from "./engine/client.ts";

const engine = inject("engine");
const require = createRequire(import.meta.url);
// The package manager's store: links between packages stay inside it, so it works at any place.
const store = fileURLToPath(new URL("../../../node_modules/.pnpm", import.meta.url));
const networkName = `page-${process.pid}`;

/** Where the main file of a package of this workspace is, once the store is mounted. */
async function mounted(file: string): Promise<string> {
  return `/store/${relative(store, await realpath(require.resolve(file)))}`;
}

describe.skipIf(engine === undefined)("MCP servers in containers, as one pool", () => {
  const { socketPath = "", image, pid = 0 } = engine ?? {};
  const make = (options: object = {}) =>
    dockerSandbox({
      image: image?.name ?? "",
      socketPath,
      mounts: [{ source: store, target: "/store" }],
      ...options,
    });
  let pool: McpTransportPool;
  let pages: ReturnType<typeof start>;
  let address = "";

  beforeAll(async () => {
    if (engine === undefined) return;
    const docker = clientOf(socketPath);
    await docker.createNetwork({ Name: networkName });
    const { IPAM } = await docker.getNetwork(networkName).inspect();
    address = IPAM?.Config?.[0]?.Gateway ?? "";
    const script = `require("node:http").createServer((_, answer) => {
      answer.setHeader("content-type", "text/html");
      answer.end("<html><body><main><h1>A page</h1><p>Inside the namespace.</p></main></body></html>");
    }).listen(8081, "0.0.0.0", () => console.log("listening"));`;
    const inNetwork = ["--target", String(pid), "--net", process.execPath, "-e", script];
    pages = start("nsenter", inNetwork, { stdio: ["ignore", "pipe", "inherit"] });
    await once(pages.stdout ?? pages, "data");

    const servers: readonly StdioServerConfig[] = [
      server(
        "everything",
        "node",
        await mounted("@modelcontextprotocol/server-everything/dist/index.js"),
        "stdio",
      ),
      server(
        "files",
        "node",
        await mounted("@modelcontextprotocol/server-filesystem/dist/index.js"),
        "/workspace",
      ),
      server("time", "python", "-m", "mcp_server_time", "--local-timezone", "UTC"),
      server("sqlite", "mcp-server-sqlite", "--db-path", "/workspace/x.db"),
      server("fetch", "python", "-m", "mcp_server_fetch", "--ignore-robots-txt", "--allow-private-ips"),
    ];
    const factory = stdioFactory({
      sandbox: make(),
      sandboxes: { fetch: make({ network: { name: networkName } }) },
    });
    pool = createMcpTransportPool({ servers, factories: { stdio: factory } });
    await pool.connect({ timeoutMs: 120_000 });
  }, 180_000);
  afterAll(async () => {
    await pool?.stop();
    pages?.kill("SIGKILL");
    if (engine !== undefined) await clientOf(socketPath).getNetwork(networkName).remove();
  }, 60_000);

  test("are all connected, and offer their tools", () => {
    expect(pool.snapshot().map(({ serverId, state }) => [serverId, state])).toEqual(
      ["everything", "files", "time", "sqlite", "fetch"].map((id) => [id, "connected"]),
    );
  });

  test("answer a thousand calls each, all in their own words", async () => {
    expect(await thousandCalls(pool)).toBe(1000);
  }, 300_000);

  test("fetch a page in their network", async () => {
    const result = await pool.callTool("fetch__fetch", { url: `http://${address}:8081/` });
    expect(JSON.stringify(result.content)).toContain("Inside the namespace.");
  }, 60_000);

  test("are started again after their container was killed", async () => {
    const docker = clientOf(socketPath);
    const running = await docker.listContainers();
    const time = running.find(({ Command }) => Command.includes("mcp_server_time"));
    await docker.getContainer(time?.Id ?? "").kill();
    await expect
      .poll(() => pool.callTool("time__get_current_time", { timezone: "UTC" }).catch(() => undefined), {
        timeout: 60_000,
      })
      .toMatchObject({ isError: false });
    expect(pool.snapshot().find(({ serverId }) => serverId === "time")?.restarts).toBeGreaterThan(0);
  }, 90_000);

  test("leave nothing behind when the pool is stopped", async () => {
    await pool.stop();
    const labels = await clientOf(socketPath).listContainers({
      all: true,
      filters: { label: ["x.sandbox"] },
    });
    expect(labels.filter(({ Mounts }) => Mounts.some(({ Source }) => Source === store))).toEqual([]);
  });
});

function server(serverId: string, command: string, ...args: readonly string[]): StdioServerConfig {
  return { kind: "stdio", serverId, command, args, connectTimeoutMs: 90_000 };
}
