import {
  buildViewCsp,
  extractUiResources,
  readToolUi,
  resolveUiDocument,
  splitToolsByAudience,
  type UiCspDeclaration,
  type UiPermissions,
  uiExtensionCapability,
  uiMimeType,
} from "@x/ui-resources";
import { describe, expect, it } from "vitest";
import { officialApps, startOfficialApp } from "./official-server.ts";

interface Declared {
  readonly tool: string;
  readonly appOnly?: readonly string[];
  readonly csp?: UiCspDeclaration;
  readonly permissions?: UiPermissions;
}

const mapOrigins = ["https://*.openstreetmap.org", "https://cesium.com", "https://*.cesium.com"];
const appOnlyOfPdf = [
  "read_pdf_bytes",
  "submit_page_data",
  "submit_save_data",
  "submit_viewer_state",
  "poll_pdf_commands",
  "save_pdf",
];

/** What each app declares, as read from the running server. */
const expected: Readonly<Record<(typeof officialApps)[number], Declared>> = {
  "basic-vanillajs": { tool: "get-time" },
  "budget-allocator": { tool: "get-budget-data" },
  "cohort-heatmap": { tool: "get-cohort-data" },
  debug: { tool: "debug-tool", appOnly: ["debug-refresh", "debug-log"] },
  map: { tool: "show-map", csp: { connectDomains: mapOrigins, resourceDomains: mapOrigins } },
  pdf: {
    tool: "display_pdf",
    appOnly: appOnlyOfPdf,
    csp: { connectDomains: ["https://unpkg.com"], resourceDomains: ["https://unpkg.com"] },
    permissions: { clipboardWrite: {} },
  },
  shadertoy: { tool: "render-shadertoy" },
  "sheet-music": { tool: "play-sheet-music", csp: { connectDomains: ["https://paulrosen.github.io"] } },
  "system-monitor": { tool: "get-system-info", appOnly: ["poll-system-stats"] },
  threejs: { tool: "show_threejs_scene" },
};

describe.each(officialApps)("the official app %s", (app) => {
  it("is found by its tool, read as a document, and gets the origins it declares", async () => {
    const client = await startOfficialApp(app, uiExtensionCapability() as never);
    try {
      const { tools } = await client.listTools();
      const audiences = splitToolsByAudience(tools);
      const modelNames = audiences.model.map(({ name }) => name);
      const appOnly = audiences.app.filter(({ name }) => !modelNames.includes(name));
      expect(appOnly.map(({ name }) => name)).toEqual(expected[app].appOnly ?? []);

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
      expect([document.csp, document.permissions]).toEqual([expected[app].csp, expected[app].permissions]);
      const { accepted, refused: refusedOrigins } = buildViewCsp(document.csp, { profile: "strict" });
      expect(refusedOrigins).toEqual([]);
      expect(
        accepted.filter(({ directive }) => directive === "connect-src").map(({ source }) => source),
      ).toEqual(expected[app].csp?.connectDomains ?? []);
    } finally {
      await client.close();
    }
  });
});
