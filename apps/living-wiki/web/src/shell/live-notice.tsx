import type { JSX } from "preact";
import { useStore } from "../store/page-store.ts";

/** Says so when the page is no longer live. */
export function LiveNotice(): JSX.Element | null {
  const { live } = useStore();
  if (live.value === "lost")
    return (
      <p class="live-notice" role="alert">
        The app does not answer; what you see is its last state. Is it still running in its terminal? Trying
        again …
      </p>
    );
  if (live.value === "refused")
    return (
      <p class="live-notice" role="alert">
        This address belongs to an earlier run of the app. Open the one that the terminal printed.
      </p>
    );
  return null;
}
