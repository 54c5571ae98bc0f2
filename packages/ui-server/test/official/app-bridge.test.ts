import { fileURLToPath } from "node:url";
import { type McpTransportPool, readResource } from "@x/mcp";
import { realCommand } from "@x/tooling/real-parts";
import type { Browser } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../fixtures/browser.ts";
import { openStage } from "../fixtures/stage.ts";
import { openSystemMonitor } from "./system-monitor.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

describe.skipIf(!chromium)("a page with the official bridge", () => {
  let browser: Browser;
  let pool: McpTransportPool;
  let program: string;

  beforeAll(async () => {
    pool = openSystemMonitor();
    [browser, program] = await Promise.all([launchBrowser(), bundleProgram(), pool.connect()]);
  });

  afterAll(async () => {
    await browser.close();
    await pool.stop();
  });

  test.each(["proxy", "proxy-html"] as const)(
    "shows an official app through our proxy, in mode %s",
    async (mode) => {
      const server = pool.server("monitor");
      if (server === undefined) throw new Error("The server is missing.");
      const [tool] = (await server.listTools()).filter(({ name }) => name === "get-system-info");
      const uri = String(Object(tool?._meta?.ui).resourceUri);
      const [item] = await readResource(server, uri);
      const { raw } = await server.callTool("get-system-info", {});
      await using stage = await openStage(browser, { [uri]: { contents: [item] } }, { mode });
      const calls: string[] = [];
      await stage.page.exposeFunction("callTool", async (name: string, args: object) => {
        calls.push(name);
        return (await server.callTool(name, { ...args })).raw;
      });
      await stage.page.addScriptTag({ content: program, type: "module" });
      await stage.page.evaluate((showing) => window.showWithBridge(showing as never), {
        url: (await stage.handler.mint({ uri, serverId: "monitor" })).href,
        html: item?.text ?? "",
        result: raw,
      });
      await expect
        .poll(() => stage.view()?.locator("body").textContent(), { timeout: 15_000 })
        .toMatch(/\d+%/);
      await expect.poll(() => calls, { timeout: 15_000 }).toContain("poll-system-stats");
      expect(stage.complaints).toEqual([]);
    },
  );
});

async function bundleProgram(): Promise<string> {
  const input = fileURLToPath(new URL("bridge-program.ts", import.meta.url));
  const build = await rolldown({ input, platform: "browser", logLevel: "silent" });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  return output[0].code;
}
