import { type Clock, type JsonRpcMessage, stableJson } from "@x/mcp-core";

/** Remembers the pages of the tool list for a while: each would cost a process. */
export interface ListCache {
  /** The remembered result of a request, where there is one that is fresh. */
  get(request: JsonRpcMessage): unknown;
  put(request: JsonRpcMessage, result: unknown): void;
}

/** Makes an empty cache whose entries live for `ttlMs`. */
export function createListCache(clock: Clock, ttlMs: number): ListCache {
  const pages = new Map<string, { readonly result: unknown; readonly until: number }>();
  return {
    get(request) {
      const key = keyOf(request);
      const page = key === undefined ? undefined : pages.get(key);
      return page !== undefined && page.until > clock.now() ? page.result : undefined;
    },
    put(request, result) {
      const key = keyOf(request);
      if (key !== undefined && result !== undefined) pages.set(key, { result, until: clock.now() + ttlMs });
    },
  };
}

/** `_meta` differs from request to request and says nothing about the list. */
function keyOf({ method, params }: JsonRpcMessage): string | undefined {
  return method === "tools/list" ? stableJson({ ...params, _meta: undefined }) : undefined;
}
