import { isJsonObject, nearestNames } from "@x/mcp";
import { defineTool, type ToolDefinition } from "@x/tools";
import type { Approvals } from "../agent/approvals.ts";
import { WikiError } from "./wiki-error.ts";
import type { StoredPage, WikiPages } from "./wiki-pages.ts";

/** Names under which a model sees the wiki. */
const wikiToolNames = { search: "wiki__search", read: "wiki__read", write: "wiki__write" } as const;

/** The wiki's own tools: they live beside those of servers, and a write is asked for like theirs. */
export function wikiTools(pages: WikiPages, approvals: Approvals): readonly ToolDefinition[] {
  return [searchTool(pages), readTool(pages), writeTool(pages, approvals)];
}

function searchTool(pages: WikiPages): ToolDefinition {
  return defineTool({
    name: wikiToolNames.search,
    title: "Search the wiki",
    description: "Finds pages of the wiki by words. Answers with paths, titles and the text around the hits.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "Words to look for." },
        limit: { type: "integer", minimum: 1, maximum: 20 },
      },
      required: ["query"],
    },
    annotations: { readOnlyHint: true },
    execute({ query, limit }) {
      const hits = pages.search(text(query, "query"), typeof limit === "number" ? limit : 8);
      return {
        hits: hits.map(({ path, title, snippet }) => ({
          path,
          title,
          text: snippet.map((part) => part.text).join(""),
        })),
      };
    },
  });
}

function readTool(pages: WikiPages): ToolDefinition {
  return defineTool({
    name: wikiToolNames.read,
    title: "Read a page",
    description: "Reads a page of the wiki by its path or title. Answers with its Markdown and its digest.",
    inputSchema: {
      type: "object",
      properties: { page: { type: "string", description: "Path or title, such as tides.md or Tides." } },
      required: ["page"],
    },
    annotations: { readOnlyHint: true },
    async execute({ page }) {
      const { path, title, markdown, digest } = await findPage(pages, text(page, "page"));
      return { path, title, markdown, digest };
    },
  });
}

function writeTool(pages: WikiPages, approvals: Approvals): ToolDefinition {
  return defineTool({
    name: wikiToolNames.write,
    title: "Write a page",
    description:
      "Writes the whole Markdown of a page. Hand back the digest that reading it gave; leave it out for a new page. " +
      "A person is asked first.",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Such as tides.md or notes/sea.md." },
        markdown: { type: "string", description: "The whole text of the page." },
        digest: { type: "string", description: "Of the page as it was read." },
      },
      required: ["path", "markdown"],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    async execute(args, { toolCallId = "", signal = new AbortController().signal }) {
      const path = text(args.path, "path");
      const markdown = text(args.markdown, "markdown");
      const before = await readIfThere(pages, path);
      if ((before?.digest ?? undefined) !== (args.digest || undefined))
        throw new WikiError(
          "page_changed",
          before === undefined
            ? `There is no page "${path}", so leave the digest out.`
            : `The page "${path}" is there. Read it first, and hand its digest back.`,
        );
      const outcome = await approvals.ask(
        {
          callId: toolCallId,
          from: "chat",
          tool: wikiToolNames.write,
          title: "Write a page",
          arguments: args,
          effect: "write",
          reason: before === undefined ? "It makes a new page." : "It changes a page.",
          change: { path, before: before?.markdown ?? null, after: markdown },
        },
        signal,
      );
      if (!outcome.approved)
        throw new Error(`The person said no, and the page was not written. ${outcome.reason ?? ""}`.trim());
      const changed = isJsonObject(outcome.args) ? outcome.args.markdown : undefined;
      const page = await pages.write({
        path,
        markdown: typeof changed === "string" ? changed : markdown,
        digest: before?.digest ?? null,
      });
      return { path: page.path, title: page.title, digest: page.digest, written: true };
    },
  });
}

/** By path, else by title, else by the nearest of either that is close enough. */
async function findPage(pages: WikiPages, name: string): Promise<StoredPage> {
  const list = pages.list();
  const wanted = name.trim().toLowerCase();
  const found = list.find(({ path, title }) =>
    [path, path.replace(/\.md$/, ""), title].some((one) => one.toLowerCase() === wanted),
  );
  if (found !== undefined) return pages.read(found.path);
  const names = list.map(({ path }) => path);
  const near = nearestNames(wanted, [...names, ...list.map(({ title }) => title)]);
  const hint = near.length === 0 ? "Search for it." : `There is ${near.join(", ")}.`;
  throw new WikiError("page_not_found", `There is no page "${name}". ${hint}`);
}

async function readIfThere(pages: WikiPages, path: string): Promise<StoredPage | undefined> {
  try {
    return await pages.read(path);
  } catch (error) {
    if (error instanceof WikiError && error.code === "page_not_found") return undefined;
    throw error;
  }
}

function text(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  throw new Error(`The argument "${name}" is a text.`);
}
