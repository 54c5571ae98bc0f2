import { viewPage } from "./view-page.ts";

/**
 * A view that does nothing by itself: a test says what, in the words of `raw-app.js` (`app.start()`, `app.request(…)`).
 * `app.received` has every message that came, from the first moment on; a reload makes another `documentId`.
 */
export const puppetView: string = viewPage(
  "puppet",
  ["raw-app.js"],
  "globalThis.documentId = String(Math.random());",
);
