/** Tells a document which theme the page has now (SEP-1865, `ui/notifications/host-context-changed`). */
export function themeMessage(theme: string): object {
  return { jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme } };
}
