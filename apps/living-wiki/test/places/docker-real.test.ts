import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { buildImage } from "@x/images";
import { findCommand, realPart } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// @boundaries-ignore a real engine for tests, started as those of @x/sandbox-docker start it; no package ships one
import { importImage } from "../../../../packages/sandbox-docker/test/engine/import-image.ts";
// @boundaries-ignore a real engine for tests, started as those of @x/sandbox-docker start it; no package ships one
import {
  startEngine,
  type TestEngine,
} from "../../../../packages/sandbox-docker/test/engine/start-engine.ts";
import type { Wiki } from "../../src/open-wiki.ts";
import { dockerPlace } from "../../src/places/docker-place.ts";
import { hostPlace } from "../../src/places/host-place.ts";
import type { Place } from "../../src/places/place.ts";
import { findPlaces } from "../../src/places/places.ts";
import { serveInstalled } from "../fixtures/package-registry.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { textOf, toolsOf, turnOf } from "../fixtures/turns.ts";

const engineHere = await realPart("a container engine", () => {
  if (process.getuid?.() !== 0) return "only root can start one";
  const missing = ["dockerd", "unshare", "setpriv", "ip"].find(
    (command) => findCommand(command) === undefined,
  );
  return missing === undefined || `no ${missing} on PATH (apt-get install docker.io util-linux iproute2)`;
});
const run = promisify(execFile);
const cacheFolder = new URL("../../../../node_modules/.cache/images", import.meta.url).pathname;

describe.skipIf(!engineHere)("in containers of a real engine", () => {
  let engine: TestEngine;
  let wiki: Wiki;
  let place: Place;

  beforeAll(async () => {
    const image = await buildImage({ cacheFolder });
    engine = await startEngine();
    await importImage(engine.socketPath, image);
    place = dockerPlace({ image: image.name, socketPath: engine.socketPath });
    wiki = await testWiki({ places: await findPlaces({ places: [place, hostPlace()] }), withDefaults: true });
    await wiki.fleet.connect();
  }, 600_000);

  afterAll(async () => {
    await wiki?.[Symbol.asyncDispose]();
    await engine?.stop();
  }, 120_000);

  test("the app's own servers run, each but the one that must be reached from here", async () => {
    expect(wiki.places.chosen).toBe("docker");
    await expect
      .poll(() => wiki.fleet.pool.snapshot().map(({ serverId, state }) => `${serverId} ${state}`), {
        timeout: 120_000,
      })
      .toEqual(
        ["filesystem", "memory", "everything", "budget-allocator", "system-monitor"].map(
          (id) => `${id} connected`,
        ),
      );
    const http = wiki.fleet.get("everything-http");
    expect(http?.problem).toMatchObject({ message: expect.stringContaining("cannot be reached") });
    for (const { watched } of wiki.fleet.servers.filter(({ serverId }) => serverId !== "everything-http"))
      expect(watched?.isolation).toBe("container");
  });

  test("a server writes the wiki's pages and nothing else of this machine", async () => {
    const { folder } = wiki.pages;
    const call = (name: string, args: Record<string, string>) =>
      wiki.fleet.pool.callTool(`filesystem__${name}`, args);
    const written = await call("write_file", {
      path: `${folder}/inside.md`,
      content: "# Inside\n\nzooplankton\n",
    });
    expect(written.isError).toBe(false);
    await expect.poll(() => wiki.pages.search("zooplankton").map(({ path }) => path)).toEqual(["inside.md"]);
    expect((await call("read_text_file", { path: "/etc/hostname" })).isError).toBe(true);
  });

  test("the chat uses them as it does anywhere", async () => {
    const turn = await turnOf(wiki, "add 2 and 3 with get-sum");
    expect(toolsOf(turn)).toMatchObject([{ tool: "everything__get-sum", state: "done" }]);
    expect(textOf(turn)).toContain("5");
  });

  test("draw.io's own server is installed in its container on first use, and draws", async () => {
    // The engine of this test has no network, so npm finds what it needs in a cache that was filled before.
    const folder = await mkdtemp(path.join(os.tmpdir(), "living-wiki-npm-"));
    await using registry = await serveInstalled("@drawio/mcp");
    const from = ["--registry", registry.url, "--cache", path.join(folder, "cache"), "--prefix", folder];
    await run("npm", ["install", "--no-audit", "--no-fund", ...from, "@drawio/mcp"], { cwd: folder });
    await run("chmod", ["-R", "a+rX", folder]);
    const offline: Place = {
      ...place,
      sandbox: () => place.sandbox({ sees: [{ path: folder }], network: "none" }),
    };
    await using drawing = await testWiki({
      places: await findPlaces({ places: [offline, hostPlace()] }),
      variables: {
        LIVING_WIKI_DRAWIO_MCP_INSTALL: `cp -r ${folder}/cache cache && npm install --offline --no-audit --no-fund --cache cache @drawio/mcp`,
        LIVING_WIKI_DRAWIO_MCP_COMMAND: "npx",
        LIVING_WIKI_DRAWIO_MCP_ARGS: "@drawio/mcp",
        npm_config_registry: registry.url,
      },
    });
    await drawing.fleet.connect();
    await expect
      .poll(() => drawing.tools.registry.get("drawio__open_drawio_mermaid"), { timeout: 120_000 })
      .toBeDefined();
    await expect.poll(() => drawing.drawio.tool).toBe("drawio__open_drawio_mermaid");
    const [, card] = toolsOf(await turnOf(drawing, "Draw a diagram of Home"));
    expect(card).toMatchObject({ state: "done", diagrams: [{ format: "mermaid" }] });
    await rm(folder, { recursive: true });
  }, 300_000);
});
