import {
  buildViewCsp,
  extractUiResources,
  readToolUi,
  resolveUiDocument,
  splitToolsByAudience,
  uiExtensionCapability,
  uiMimeType,
} from "@x/ui-resources";
import { describe, expect, it } from "vitest";
import { officialApps, startOfficialApp } from "./official-server.ts";

/** What each app declares, as read from the running server. */
const expected = {
  "basic-vanillajs": { tool: "get-time", appOnly: [] },
  "budget-allocator": { tool: "get-budget-data", appOnly: [] },
  "cohort-heatmap": { tool: "get-cohort-data", appOnly: [] },
  debug: { tool: "debug-tool", appOnly: ["debug-refresh", "debug-log"] },
  shadertoy: { tool: "render-shadertoy", appOnly: [] },
  "system-monitor": { tool: "get-system-info", appOnly: ["poll-system-stats"] },
} as const satisfies Record<(typeof officialApps)[number], unknown>;

describe.each(officialApps)("the official app %s", (app) => {
  it("is found by its tool, read as a document, and needs no origin", async () => {
    const client = await startOfficialApp(app, uiExtensionCapability() as never);
    try {
      const { tools } = await client.listTools();
      const audiences = splitToolsByAudience(tools);
      const modelNames = audiences.model.map(({ name }) => name);
      const appOnly = audiences.app.filter(({ name }) => !modelNames.includes(name));
      expect(appOnly.map(({ name }) => name)).toEqual(expected[app].appOnly);

      const tool = tools.find(({ name }) => name === expected[app].tool);
      const ui = readToolUi(tool);
      expect(ui).toMatchObject({ dialect: "apps", problems: [] });
      const { resources, refused } = extractUiResources({ content: [] }, { serverId: app, tool });
      expect(refused).toEqual([]);
      expect(resources).toEqual([
        {
          uri: ui.resourceUri,
          src: ui.resourceUri,
          source: "tool-meta",
          dialect: "apps",
          serverId: app,
          toolName: expected[app].tool,
        },
      ]);

      const uri = resources[0]?.uri ?? "";
      const read = await client.readResource({ uri });
      const listEntry = (await client.listResources()).resources.find((entry) => entry.uri === uri);
      const resolved = await resolveUiDocument(read, uri, { listEntry });
      if (!resolved.ok) throw new Error(resolved.problem.message);
      const { document } = resolved;
      expect(document.mimeType).toBe(uiMimeType);
      expect(document.html).toMatch(/^<!doctype html>/i);
      expect(document.lengthBytes).toBeGreaterThan(100_000);
      expect(document.digest).toMatch(/^[0-9a-f]{64}$/);
      expect(buildViewCsp(document.csp, { profile: "strict" })).toMatchObject({ accepted: [], refused: [] });
    } finally {
      await client.close();
    }
  });
});
