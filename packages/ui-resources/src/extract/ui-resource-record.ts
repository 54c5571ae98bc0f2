import type { UiJsonObject } from "../data/json.ts";
import type { UiDialect } from "../tool/tool-ui.ts";
import type { McpUiResource } from "./ui-resource.ts";

/**
 * Where a record comes from: an embedded resource or a link among the blocks of a result, `_meta` of the result, or
 * `_meta` of the tool. What MCP Apps defines is `tool-meta`; the others are what servers do as well.
 */
export type UiResourceSource = "tool-meta" | "result-meta" | "embedded" | "link";

/** UI that a server authored, with its provenance. Frozen plain data, the same after `JSON.parse(JSON.stringify(…))`. */
export interface UiResourceRecord extends McpUiResource {
  readonly source: UiResourceSource;
  /** For what a `_meta` points at. */
  readonly dialect?: UiDialect;
  /** `_meta` of an embedded resource or a link, word for word. Untrusted. */
  readonly meta?: UiJsonObject;
  /** SHA-256 of the document's UTF-8 in hex, once `digestUiRecord` has run. */
  readonly digest?: string;
}
