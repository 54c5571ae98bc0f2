/** An address that only its own origin completes: what it says is thrown away again. */
const nowhere = "http://widget.invalid";

/**
 * The address of a widget with its theme as the query parameter `theme`. An absolute address stays absolute, one of
 * this app (`/ui?uri=…`) stays one, and what is no address comes back as it is.
 */
export function resolveWidgetSrc(src: string, theme: string): string {
  if (src === "") return src;
  const absolute = URL.canParse(src);
  if (!absolute && !URL.canParse(src, nowhere)) return src;
  const url = absolute ? new URL(src) : new URL(src, nowhere);
  url.searchParams.set("theme", theme);
  if (absolute) return url.href;
  if (url.origin !== nowhere) return url.href.slice(url.protocol.length);
  const path = src.startsWith("/") ? url.pathname : relativePath(src);
  return `${path}${url.search}${url.hash}`;
}

/** The path of a relative reference as it was written: only the page knows what it starts from. */
function relativePath(src: string): string {
  return src.replace(/[?#].*$/s, "");
}
