import type { Wiki } from "../../src/open-wiki.ts";
import { bwrapPlace } from "../../src/places/bwrap-place.ts";
import { hostPlace } from "../../src/places/host-place.ts";
import { findPlaces } from "../../src/places/places.ts";
import { testWiki } from "../fixtures/test-wiki.ts";

/** The default servers in bubblewrap, and draw.io's own, which is installed there from this registry. */
export async function openJourneyWiki(registryUrl: string): Promise<Wiki> {
  return testWiki({
    places: await findPlaces({ places: [bwrapPlace(), hostPlace()], wanted: "bwrap" }),
    withDefaults: true,
    variables: {
      LIVING_WIKI_DRAWIO_MCP_INSTALL: "npm install --no-audit --no-fund @drawio/mcp",
      LIVING_WIKI_DRAWIO_MCP_COMMAND: "npx",
      LIVING_WIKI_DRAWIO_MCP_ARGS: "@drawio/mcp",
      npm_config_registry: registryUrl,
    },
  });
}
