import { uiMimeType } from "../data/ui-profile.ts";
import type { UiResourceRecord } from "../extract/ui-resource-record.ts";
import {
  type ResolveUiDocumentOptions,
  resolveUiDocument,
  type UiDocumentResult,
} from "./resolve-ui-document.ts";

/**
 * The document inside a record that has a body, with the same checks as one that was read. By default it takes, beside
 * the MIME type of MCP Apps, the `text/html` that embedded UI had before it.
 */
export function resolveUiRecord(
  record: UiResourceRecord,
  options: ResolveUiDocumentOptions = {},
): Promise<UiDocumentResult> {
  const { uri, mimeType, text, blob, meta } = record;
  const item = { uri, mimeType, text, blob, _meta: meta };
  return resolveUiDocument({ contents: [item] }, uri, { mimeTypes: [uiMimeType, "text/html"], ...options });
}

/** The record with its document's digest, where it has a document that can be read; else as it is. */
export async function digestUiRecord(
  record: UiResourceRecord,
  options: ResolveUiDocumentOptions = {},
): Promise<UiResourceRecord> {
  const resolved = await resolveUiRecord(record, options);
  return resolved.ok ? Object.freeze({ ...record, digest: resolved.document.digest }) : record;
}
