import path from "node:path";
import { pathToFileURL } from "node:url";
import { appFolders } from "../app-folders.ts";
import { entryOf, modulesOf } from "./installed-package.ts";
import type { WikiServer } from "./wiki-server.ts";

/** Folders the default servers work in. */
export interface DefaultServerFolders {
  /** The Markdown pages. */
  readonly wiki: string;
  /** What the servers write for themselves. */
  readonly scratch: string;
}

const packages = {
  filesystem: "@modelcontextprotocol/server-filesystem",
  memory: "@modelcontextprotocol/server-memory",
  everything: "@modelcontextprotocol/server-everything",
  budget: "@modelcontextprotocol/server-budget-allocator",
  monitor: "@modelcontextprotocol/server-system-monitor",
} as const;

/** Declares the servers of the demo; nothing is started. They ship as dependencies: no `npx`, no network. */
export function defaultServers({ wiki, scratch }: DefaultServerFolders): readonly WikiServer[] {
  const page = (name: string): string => path.join(wiki, name);
  const command = process.execPath;
  return [
    {
      about: packages.filesystem,
      needs: { sees: [...modulesOf(packages.filesystem), { path: wiki, writable: true }] },
      declaration: {
        kind: "stdio",
        serverId: "filesystem",
        command,
        args: [entryOf(packages.filesystem), wiki],
      },
      examples: {
        read_text_file: { path: page("tides.md") },
        read_multiple_files: { paths: [page("tides.md"), page("home.md")] },
        list_directory: { path: wiki },
        list_directory_with_sizes: { path: wiki, sortBy: "size" },
        directory_tree: { path: wiki },
        search_files: { path: wiki, pattern: "*.md" },
        get_file_info: { path: page("home.md") },
      },
    },
    {
      about: packages.memory,
      needs: { sees: [...modulesOf(packages.memory), { path: scratch, writable: true }] },
      declaration: {
        kind: "stdio",
        serverId: "memory",
        command,
        args: [entryOf(packages.memory)],
        env: { MEMORY_FILE_PATH: path.join(scratch, "memory.jsonl") },
      },
      examples: {
        create_entities: {
          entities: [{ name: "Tides", entityType: "page", observations: ["explains spring and neap tides"] }],
        },
        search_nodes: { query: "tide" },
      },
    },
    {
      about: packages.everything,
      needs: { sees: modulesOf(packages.everything) },
      declaration: {
        kind: "stdio",
        serverId: "everything",
        command,
        args: [entryOf(packages.everything), "stdio"],
      },
      examples: everythingExamples,
    },
    {
      about: packages.everything,
      needs: {
        sees: [...modulesOf(packages.everything), { path: appFolders.programs }],
        network: "loopback",
      },
      declaration: {
        kind: "loopback-http",
        serverId: "everything-http",
        command,
        args: ["--import", preload("loopback-only.mjs"), entryOf(packages.everything), "streamableHttp"],
        path: "/mcp",
      },
      examples: everythingExamples,
    },
    ...[
      { serverId: "budget-allocator", name: packages.budget, readOnlyTools: ["get-budget-data"] },
      {
        serverId: "system-monitor",
        name: packages.monitor,
        readOnlyTools: ["get-system-info", "poll-system-stats"],
      },
    ].map(
      ({ serverId, name, readOnlyTools }): WikiServer => ({
        readOnlyTools,
        about: name,
        needs: { sees: modulesOf(name) },
        declaration: { kind: "stdio", serverId, command, args: [entryOf(name), "--stdio"] },
      }),
    ),
  ];
}

const everythingExamples = {
  echo: { message: "Hello from the Living Wiki" },
  "get-sum": { a: 19, b: 23 },
  "get-annotated-message": { messageType: "success", includeImage: true },
  "get-structured-content": { location: "Chicago" },
  "trigger-long-running-operation": { duration: 10, steps: 20 },
} as const;

function preload(name: string): string {
  return pathToFileURL(path.join(appFolders.programs, name)).href;
}
