import { isPlainObject } from "../data/plain-object.ts";
import { isUiUri } from "../data/ui-uri.ts";

/**
 * The UI that a `_meta` object points at: `ui.resourceUri` (MCP Apps, SEP-1865), its flat older spelling
 * `ui/resourceUri`, or `openai/outputTemplate`. The first one that is a `ui://` URI counts.
 */
export function metaResourceUri(meta: unknown): string | undefined {
  if (!isPlainObject(meta)) return undefined;
  const nested = isPlainObject(meta.ui) ? meta.ui.resourceUri : undefined;
  return [nested, meta["ui/resourceUri"], meta["openai/outputTemplate"]].find(isUiUri);
}
