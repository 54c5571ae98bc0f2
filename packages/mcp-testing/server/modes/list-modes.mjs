// Lists that come in pages, never end, or change.
import { definitions } from "../catalog.mjs";
import { announceChange } from "../lifecycle.mjs";

const none = { inputSchema: { type: "object" } };
const tool = (name) => ({ name, inputSchema: { type: "object" } });
const page = (names, nextCursor) => ({
  tools: names.map(tool),
  ttlMs: 0,
  cacheScope: "private",
  ...(nextCursor === undefined ? {} : { nextCursor }),
});

/** A tool of which there is no more than its name answers with it. */
const byName = (name) => ({ content: [{ type: "text", text: name }] });

export const listModes = {
  // The empty string is a cursor like any other.
  pages: {
    onlyOwnTools: true,
    tools: { one: {}, two: {}, three: {} },
    page(_server, cursor) {
      if (cursor === undefined) return page(["one"], "");
      return cursor === "" ? page(["two"], "last") : page(["three"]);
    },
  },
  "broken-page": {
    onlyOwnTools: true,
    tools: { one: {} },
    page: (_server, cursor) => (cursor === undefined ? page(["one"], "next") : { tools: "none today" }),
  },
  "repeated-cursor": {
    onlyOwnTools: true,
    tools: { one: {} },
    page: () => page(["one"], "again"),
  },
  "growing-cursor": {
    onlyOwnTools: true,
    anyTool: byName,
    page: (_server, cursor = "") => page([`tool-${cursor.length}`], `${cursor}x`),
  },
  "many-tools": {
    onlyOwnTools: true,
    anyTool: byName,
    page(server) {
      const count = server.script.count ?? 2000;
      return page(Array.from({ length: count }, (_, index) => `tool-${index}`));
    },
  },
  "list-changes": {
    tools: {
      grow: {
        definition: none,
        call(server, request) {
          const name = `grown-${Object.keys(server.tools).length}`;
          server.tools[name] = { definition: none };
          announceChange(server, "tools");
          server.text(request, name);
        },
      },
      // Many notices of one change: a client that refetches for each of them asks too often.
      flap: {
        definition: none,
        call(server, request) {
          server.tools.flapped = { definition: none };
          for (let index = 0; index < (server.script.count ?? 50); index++) announceChange(server, "tools");
          server.text(request, `${definitions(server.tools).length}`);
        },
      },
      // Modern era: the server ends every listen stream, as one that restarts behind a balancer does.
      "drop-listeners": {
        definition: none,
        call(server, request) {
          for (const listener of server.listeners.values()) server.respond(listener, {});
          server.listeners.clear();
          server.text(request, "Dropped.");
        },
      },
    },
  },
};
