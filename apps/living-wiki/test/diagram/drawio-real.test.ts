import { findCommand, realCommand, realPart } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DrawioView } from "../../src/contract/diagram.ts";
import type { Wiki } from "../../src/open-wiki.ts";
import { bwrapPlace } from "../../src/places/bwrap-place.ts";
import { hostPlace } from "../../src/places/host-place.ts";
import { findPlaces } from "../../src/places/places.ts";
import { type PackageRegistry, serveInstalled } from "../fixtures/package-registry.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { textOf, toolsOf, turnOf } from "../fixtures/turns.ts";

const bubblewrap = await realCommand("bwrap", "apt-get install bubblewrap");
const npm = await realPart(
  "npm",
  () => findCommand("npm") !== undefined || "no npm on PATH (it comes with Node)",
);

describe.skipIf(!bubblewrap || !npm)("draw.io's own server in bubblewrap", () => {
  let registry: PackageRegistry;

  beforeAll(async () => {
    registry = await serveInstalled("@drawio/mcp");
  });

  afterAll(() => registry[Symbol.asyncDispose]());

  const open = async (more: Readonly<Record<string, string>> = {}): Promise<Wiki> =>
    testWiki({
      places: await findPlaces({ places: [bwrapPlace(), hostPlace()], wanted: "bwrap" }),
      variables: {
        LIVING_WIKI_DRAWIO_MCP_INSTALL: "npm install --no-audit --no-fund @drawio/mcp",
        LIVING_WIKI_DRAWIO_MCP_COMMAND: "npx",
        LIVING_WIKI_DRAWIO_MCP_ARGS: "@drawio/mcp",
        npm_config_registry: registry.url,
        ...more,
      },
    });
  const settled = async (wiki: Wiki, wanted: (view: DrawioView) => boolean): Promise<DrawioView> => {
    await wiki.fleet.connect();
    await expect.poll(() => wanted(wiki.drawio.view), { timeout: 120_000 }).toBe(true);
    return wiki.drawio.view;
  };

  test("is installed on first use, draws a page, and the diagram is put on the page", async () => {
    await using wiki = await open();
    const view = await settled(wiki, ({ tool }) => tool !== undefined);
    expect(view).toMatchObject({ enabled: true, via: "stdio", tool: "drawio__open_drawio_mermaid" });
    expect(registry.fetched).toContain("@drawio/mcp@1.6.1");
    await expect.poll(() => wiki.tools.registry.get(view.tool ?? "")).toBeDefined();
    expect(wiki.fleet.get("drawio")?.watched?.isolation).toBe("os-policy");

    const drawn = await turnOf(wiki, "Draw a diagram of Home");
    const [, card] = toolsOf(drawn);
    expect(card).toMatchObject({
      tool: "drawio__open_drawio_mermaid",
      state: "done",
      diagrams: [{ format: "mermaid", href: expect.stringMatching(/^https:\/\/app\.diagrams\.net\//) }],
    });
    expect(card?.diagrams?.[0]?.text).toContain('n0(["Home"])');

    const put = await turnOf(wiki, { text: "put it on the page", page: "home.md" });
    expect(textOf(put)).toContain("is written");
    const { markdown } = await wiki.pages.read("home.md");
    expect(markdown).toContain(`[Diagram](${card?.diagrams?.[0]?.href})`);
  }, 180_000);

  test("without the tool that was asked for says which ones there are", async () => {
    await using wiki = await open({ LIVING_WIKI_DRAWIO_MCP_TOOL: "open_drawio_mermade" });
    const view = await settled(wiki, ({ problem }) => problem !== undefined);
    expect(view.problem).toMatchObject({
      code: "tool_not_found",
      message: expect.stringContaining("open_drawio_mermaid"),
    });
    expect(view).not.toHaveProperty("tool");
  }, 180_000);
});

test("a server that does not start is shown with its last words", async () => {
  const variables = {
    LIVING_WIKI_DRAWIO_MCP_COMMAND: process.execPath,
    LIVING_WIKI_DRAWIO_MCP_ARGS: `-e "console.error('no licence'); process.exit(4)"`,
  };
  await using wiki = await testWiki({ variables });
  await wiki.fleet.connect();
  await expect.poll(() => wiki.drawio.view.problem?.stderrTail).toContain("no licence");
});

describe("without draw.io", () => {
  test("the app runs and says how to enable it", async () => {
    await using wiki = await testWiki();
    expect(wiki.drawio.view).toMatchObject({
      enabled: false,
      howTo: { local: expect.arrayContaining(["LIVING_WIKI_DRAWIO_MCP_COMMAND=npx"]) },
    });
    expect(textOf(await turnOf(wiki, "draw a diagram of Home"))).toContain("```mermaid");
  });

  test("wrong variables are shown, and cost nothing else", async () => {
    const variables = {
      LIVING_WIKI_DRAWIO_MCP_COMMAND: "npx",
      LIVING_WIKI_DRAWIO_MCP_URL: "https://user:canary@example.test/mcp",
    };
    await using wiki = await testWiki({ variables });
    expect(wiki.drawio.view).toMatchObject({ enabled: false, problem: { code: "config" } });
    expect(JSON.stringify(wiki.drawio.view)).not.toContain("canary");
    expect((await turnOf(wiki, "/help")).state).toBe("done");
  });
});
