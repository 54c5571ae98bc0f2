import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PageApi } from "../api/page-api.ts";
import { keepLive, type LiveState } from "./live-connection.ts";
import { createRunStore, type RunStore } from "./run-store.ts";
import { createServerStore, type ServerStore } from "./server-store.ts";

/** Everything the components share. */
export interface PageStore {
  readonly api: PageApi;
  readonly live: ReadonlySignal<LiveState>;
  readonly servers: ServerStore;
  readonly runs: RunStore;
}

/** Makes the stores and opens the event stream. */
export function createPageStore(api: PageApi): PageStore {
  const servers = createServerStore(api);
  const runs = createRunStore(api);
  const live = keepLive(api, (event) => {
    servers.take(event);
    runs.take(event);
  });
  return { api, live, servers, runs };
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
