import type { McpViewSession } from "@x/ui-view";
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";
import { expect } from "vitest";
import type { Note, ShowRequest } from "../page/host-program.ts";
import type { Layout, SandboxOrigin, ServedView } from "./sandbox-origin.ts";

/** How a view is to be shown: what {@link ShowRequest} says, with defaults for what a test does not care about. */
export interface Showing extends Partial<Omit<ShowRequest, "url" | "html" | "session">> {
  readonly layout?: Layout;
  /** The document: HTML of a view of ours, or what a server answered. */
  readonly view: string | ServedView;
  readonly session?: Partial<McpViewSession>;
}

/** One view on the page. */
export interface ShownView {
  readonly id: string;
  /** What its element and its broker were told, all of it or one type. */
  notes(type?: string): Promise<readonly Note[]>;
  /** Resolves with the first note of that type, past or future. */
  until(type: string): Promise<Note>;
  /** The proxy's frame. */
  proxy(): Promise<Frame>;
  /** The frame of the view itself, once it is there. */
  frame(): Promise<Frame>;
  state(): Promise<string | null>;
  /** Gives the element more of its session. */
  update(session: Partial<McpViewSession>): Promise<void>;
  /** Reason and text that stand in place of a view that failed. */
  card(): Promise<string>;
}

/** The application's page. */
export interface StagePage extends AsyncDisposable {
  readonly page: Page;
  /** What the browser refused and logged. */
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  readonly dialogs: readonly string[];
  show(showing: Showing): Promise<ShownView>;
}

/** What a page is opened with. */
export interface StagePageInit {
  readonly browser: Browser;
  readonly sandbox: SandboxOrigin;
  readonly host: string;
  readonly contextOptions: BrowserContextOptions;
}

/** Opens the page. */
export async function openStagePage(init: StagePageInit): Promise<StagePage> {
  const { browser, sandbox, host, contextOptions } = init;
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...contextOptions });
  const page = await context.newPage();
  const refusals: string[] = [];
  const warnings: string[] = [];
  const dialogs: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refusals.push(message.text());
    if (message.type() === "warning") warnings.push(message.text());
  });
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(host);
  await page.waitForFunction("window.showView !== undefined");
  let count = 0;
  return {
    page,
    refusals,
    warnings,
    dialogs,
    async show(showing) {
      const id = showing.id ?? `view-${++count}`;
      const request = await requestOf(showing, id, sandbox, host);
      await page.evaluate((json) => window.showView(JSON.parse(json)), JSON.stringify(request));
      return shownView(page, id);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

async function requestOf(
  showing: Showing,
  id: string,
  sandbox: SandboxOrigin,
  host: string,
): Promise<ShowRequest> {
  const { layout = "proxy", view, session, ...rest } = showing;
  const served =
    typeof view === "string"
      ? { uri: `ui://test/${id}`, mimeType: "text/html;profile=mcp-app", text: view }
      : view;
  sandbox.serve(served);
  return {
    ...rest,
    id,
    url: await sandbox.mint(layout, served.uri, host),
    ...(layout.startsWith("proxy-html") && { html: served.text }),
    session: {
      record: {
        uri: served.uri,
        src: served.uri,
        serverId: "test",
        toolName: "show",
        toolCallId: id,
        source: "tool-meta",
      },
      tool: { name: "show", inputSchema: { type: "object" } },
      toolInput: { item: id },
      toolResult: { content: [{ type: "text", text: `the result for ${id}` }] },
      ...session,
    },
  };
}

function shownView(page: Page, id: string): ShownView {
  const element = page.locator(`#${id}`);
  const notes = async (type?: string): Promise<readonly Note[]> => {
    const all = await page.evaluate((of) => window.notes.filter((note) => note.id === of), id);
    return all.filter((note) => type === undefined || note.type === type);
  };
  const proxy = async (): Promise<Frame> => {
    const handle = await element.locator("iframe").elementHandle();
    const frame = await handle?.contentFrame();
    if (frame === null || frame === undefined) throw new Error(`The view ${id} has no frame.`);
    return frame;
  };
  return {
    id,
    notes,
    async until(type) {
      await page.waitForFunction(
        ([of, wanted]) => window.notes.some((note) => note.id === of && note.type === wanted),
        [id, type] as const,
      );
      const [first] = await notes(type);
      if (first === undefined) throw new Error(`Nothing was noted of ${type}.`);
      return first;
    },
    proxy,
    async frame() {
      const outer = await proxy();
      await expect.poll(() => outer.childFrames().length, { timeout: 15_000 }).toBe(1);
      const [inner] = outer.childFrames();
      if (inner === undefined) throw new Error(`The view ${id} has no document.`);
      await inner.waitForLoadState();
      return inner;
    },
    state: () => element.getAttribute("state"),
    async update(session) {
      await page.evaluate(
        ([of, json]) => {
          const view = window.viewElement(of);
          if (view.session !== undefined) view.session = { ...view.session, ...JSON.parse(json) };
        },
        [id, JSON.stringify(session)] as const,
      );
    },
    card: async () => (await element.locator("[part=failure]").textContent()) ?? "",
  };
}
