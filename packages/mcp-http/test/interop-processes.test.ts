import { once } from "node:events";
import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createHttpTransport } from "@x/mcp-http";
import { realPart } from "@x/tooling/real-parts";
import { describe, expect, test } from "vitest";
import { answersHttp, childServer, freePort } from "./support/child-server.ts";

const everything = path.join(
  path.dirname(
    createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json"),
  ),
  "dist/index.js",
);

describe("server-everything", () => {
  test("over Streamable HTTP: lists, calls, reads, asks, reports progress and ends its session", async () => {
    const port = await freePort();
    await using child = childServer(process.execPath, [everything, "streamableHttp"], { PORT: `${port}` });
    const url = `http://127.0.0.1:${port}/mcp`;
    await answersHttp(url, child.process);
    const transport = createHttpTransport(
      { kind: "streamable-http", serverId: "everything", url },
      { handlers: { elicit: async () => ({ action: "decline" }), roots: async () => [] } },
    );
    const tools = await transport.connect();
    expect(tools.length).toBeGreaterThan(5);
    expect((await transport.callTool("echo", { message: "hi" })).output).toBe("Echo: hi");
    const seen: number[] = [];
    await transport.callTool(
      "trigger-long-running-operation",
      { duration: 0.4, steps: 4 },
      { onProgress: ({ progress }) => seen.push(progress) },
    );
    expect(seen).toEqual([1, 2, 3, 4]);
    const { resources } = await transport.request("resources/list", {});
    expect(Array.isArray(resources) && resources.length > 0).toBe(true);
    await transport.stop();
  });

  test("over HTTP+SSE", async () => {
    const port = await freePort();
    await using child = childServer(process.execPath, [everything, "sse"], { PORT: `${port}` });
    await answersHttp(`http://127.0.0.1:${port}/none`, child.process);
    await using transport = createHttpTransport({
      kind: "streamable-http",
      serverId: "everything",
      url: `http://127.0.0.1:${port}/sse`,
    });
    await transport.connect();
    expect((await transport.callTool("echo", { message: "hi" })).output).toBe("Echo: hi");
  });
});

const fastmcpVersion = "4.2.3";
/** Kept between runs, since installing it takes a minute. */
const venv = path.join(tmpdir(), `x-fastmcp-${fastmcpVersion}`);
const python = path.join(venv, "bin/python");

const fastmcp = await realPart("FastMCP", async () => {
  const isHere = await access(path.join(venv, "installed")).then(
    () => true,
    () => false,
  );
  if (isHere) return true;
  for (const [command, ...args] of [
    ["python3", "-m", "venv", venv],
    [python, "-m", "pip", "install", "--quiet", `fastmcp==${fastmcpVersion}`],
    [python, "-c", `open(${JSON.stringify(path.join(venv, "installed"))}, "w").close()`],
  ] as const) {
    const child = childServer(command, args);
    const [code] = (await once(child.process, "close").catch(() => [1])) as [number];
    if (code !== 0)
      return `${command} ${args.slice(0, 3).join(" ")} failed (Python 3 with venv and pip, and PyPI)`;
  }
  return true;
});

describe.skipIf(!fastmcp)(
  "FastMCP",
  () => {
    test.each(["http", "sse"])("over %s", async (kind) => {
      const script = fileURLToPath(new URL("./fixtures/fastmcp-server.py", import.meta.url));
      await using child = childServer(python, [script, kind]);
      const [line] = (await once(child.process.stdout ?? child.process, "data")) as [Buffer];
      const base = `http://127.0.0.1:${Number(line.toString("utf8"))}`;
      await answersHttp(`${base}/none`, child.process);
      const transport = createHttpTransport({
        kind: "streamable-http",
        serverId: "fastmcp",
        url: `${base}/${kind === "http" ? "mcp" : "sse"}`,
      });
      await transport.connect();
      expect(transport.serverInfo).toMatchObject({ name: "fastmcp" });
      expect((await transport.callTool("add", { a: 2, b: 3 })).output).toEqual({ result: 5 });
      expect(await transport.callTool("refuse", {})).toMatchObject({ isError: true });
      await transport.stop();
    });
  },
  120_000,
);
