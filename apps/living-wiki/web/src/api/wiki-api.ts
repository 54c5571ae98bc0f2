import type { WikiListing, WikiPage, WikiSearchResult, WikiWrite } from "../../../src/contract/wiki.ts";
import { ApiError } from "./api-error.ts";
import type { SendRequest } from "./send-request.ts";

/** How a write ended. A conflict carries the page as it is now; `null` where it is gone. */
export type WriteOutcome =
  | { readonly kind: "written"; readonly page: WikiPage }
  | { readonly kind: "conflict"; readonly current: WikiPage | null };

/** The wiki's pages. */
export interface WikiApi {
  listing(): Promise<WikiListing>;
  /** Undefined for a page that does not exist. */
  page(path: string): Promise<WikiPage | undefined>;
  write(write: WikiWrite): Promise<WriteOutcome>;
  /** Resolves with the conflict, if the page is not what it was. */
  remove(path: string, digest: string): Promise<WriteOutcome | undefined>;
  search(query: string, signal: AbortSignal): Promise<WikiSearchResult>;
}

/** Makes the wiki's part of the API. */
export function createWikiApi(send: SendRequest): WikiApi {
  return {
    async listing() {
      const response = await send("GET", "/wiki");
      return response.json();
    },
    async page(path) {
      try {
        const response = await send("GET", `/wiki/page?${new URLSearchParams({ path })}`);
        return await response.json();
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }
    },
    async write(body) {
      try {
        const response = await send("PUT", "/wiki/page", { body });
        return { kind: "written", page: await response.json() };
      } catch (error) {
        return conflictOf(error);
      }
    },
    async remove(path, digest) {
      try {
        await send("DELETE", `/wiki/page?${new URLSearchParams({ path, digest })}`);
        return undefined;
      } catch (error) {
        return conflictOf(error);
      }
    },
    async search(query, signal) {
      const response = await send("GET", `/wiki/search?${new URLSearchParams({ q: query })}`, { signal });
      return response.json();
    },
  };
}

function conflictOf(error: unknown): WriteOutcome {
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
  const { page = null } = error.answer as { readonly page?: WikiPage | null };
  return { kind: "conflict", current: page };
}
