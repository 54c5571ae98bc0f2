import { useEffect, useState } from "preact/hooks";
import type { WikiSearchResult } from "../../../src/contract/wiki.ts";
import { toErrorView } from "../api/api-error.ts";
import { useStore } from "../store/page-store.ts";

const searchAfterMs = 80;

/** What was found for a query so far; the last result stays until the next is there. */
export function useSearch(query: string): {
  readonly result: WikiSearchResult | undefined;
  readonly searching: boolean;
  readonly problem: string | undefined;
} {
  const { wikiApi } = useStore();
  const [result, setResult] = useState<WikiSearchResult>();
  const [problem, setProblem] = useState<string>();
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === "") return setResult(undefined);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setResult(await wikiApi.search(wanted, stop.signal));
        setProblem(undefined);
      } catch (error) {
        if (!stop.signal.aborted) setProblem(toErrorView(error).message);
      }
    }, searchAfterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return { result, searching: wanted !== "" && result?.query !== wanted && problem === undefined, problem };
}
