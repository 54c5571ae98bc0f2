import { type ReadonlySignal, signal } from "@preact/signals";
import type { PageEvent } from "../../../src/contract/page-event.ts";
import { ApiError } from "../api/api-error.ts";
import type { PageApi } from "../api/page-api.ts";

/** How the page stands with the app. `refused`: the token is not, or no longer, the right one. */
export type LiveState = "connecting" | "live" | "lost" | "refused";

const retryAfterMs = 1_000;

/** Keeps the event stream open, and opens it again whenever it ends. */
export function keepLive(
  api: Pick<PageApi, "events">,
  onEvent: (event: PageEvent) => void,
): ReadonlySignal<LiveState> {
  const state = signal<LiveState>("connecting");
  const open = async (): Promise<void> => {
    try {
      await api.events(onEvent, () => {
        state.value = "live";
      });
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        state.value = "refused";
        return;
      }
      // Anything else ends like a stream that ended: it is opened again.
    }
    state.value = "lost";
    setTimeout(open, retryAfterMs);
  };
  void open();
  return state;
}
