import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { createChatApi } from "../api/chat-api.ts";
import { createPageApi, type PageApi } from "../api/page-api.ts";
import type { SendRequest } from "../api/send-request.ts";
import { createWidgetApi, type WidgetApi } from "../api/widget-api.ts";
import { createWikiApi, type WikiApi } from "../api/wiki-api.ts";
import { createDiagramDrawer, type DiagramDrawer } from "../diagram/diagram-drawer.ts";
import { createThemeStore, type ThemeStore } from "../shell/theme-store.ts";
import { type ApprovalStore, createApprovalStore } from "./approval-store.ts";
import { type ChatStore, createChatStore } from "./chat-store.ts";
import { keepLive, type LiveState } from "./live-connection.ts";
import { createPanelStore, type PanelStore } from "./panel-store.ts";
import { createRunStore, type RunStore } from "./run-store.ts";
import { createServerStore, type ServerStore } from "./server-store.ts";
import { createWikiStore, type WikiStore } from "./wiki-store.ts";

/** Everything the components share. */
export interface PageStore {
  readonly api: PageApi;
  readonly wikiApi: WikiApi;
  readonly widgets: WidgetApi;
  readonly live: ReadonlySignal<LiveState>;
  readonly servers: ServerStore;
  readonly runs: RunStore;
  readonly wiki: WikiStore;
  readonly chat: ChatStore;
  readonly approvals: ApprovalStore;
  readonly panels: PanelStore;
  readonly theme: ThemeStore;
  readonly diagrams: DiagramDrawer;
}

/** Makes the stores and opens the event stream. */
export function createPageStore(send: SendRequest): PageStore {
  const api = createPageApi(send);
  const wikiApi = createWikiApi(send);
  const chatApi = createChatApi(send);
  const servers = createServerStore(api);
  const runs = createRunStore(api);
  const wiki = createWikiStore(wikiApi);
  const chat = createChatStore(chatApi);
  const approvals = createApprovalStore(chatApi);
  const stores = [servers, runs, wiki, chat, approvals];
  const live = keepLive(api, (event) => {
    for (const store of stores) store.take(event);
  });
  return {
    api,
    wikiApi,
    widgets: createWidgetApi(send),
    live,
    servers,
    runs,
    wiki,
    chat,
    approvals,
    panels: createPanelStore(),
    theme: createThemeStore(),
    diagrams: createDiagramDrawer(() => servers.page.peek()?.sandboxOrigin),
  };
}

/** How components get at the store. */
export const StoreContext: ReturnType<typeof createContext<PageStore | undefined>> = createContext<
  PageStore | undefined
>(undefined);

/** The store of the page this component is on. */
export function useStore(): PageStore {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error("There is no StoreContext above this component.");
  return store;
}
