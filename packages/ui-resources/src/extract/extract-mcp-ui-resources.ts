import { isPlainObject, type PlainObject } from "../data/plain-object.ts";
import { isUiUri } from "../data/ui-uri.ts";
import { metaResourceUri } from "./meta-resource-uri.ts";
import { type RawResult, readRawResult } from "./raw-result.ts";
import type { McpUiResource } from "./ui-resource.ts";

/** What is known about the call beside its result. */
export interface McpUiResourceContext {
  readonly serverId?: string;
  readonly toolName?: string;
  readonly toolCallId?: string;
  /** `_meta` of the tool as `tools/list` gave it: an MCP App is declared there, not in the result. */
  readonly toolMeta?: unknown;
  /** More different URIs than this are left out. Default 32. */
  readonly maxResources?: number;
  /** A longer `text` or `blob` (in characters) is left out of its record; read the resource instead. Default 8 Mi. */
  readonly maxBodyLength?: number;
}

/** No result has as many; an object made to look like a list may claim any length. */
const maxBlocks = 10_000;

type Limits = Required<Pick<McpUiResourceContext, "maxResources" | "maxBodyLength">>;

/**
 * The `ui://` resources of a tool result as frozen plain data, each URI once, in the order they are named: blocks
 * of type `resource` and `resource_link`, then what `_meta` of the result and of the tool points at. A record with
 * a body wins over a bare reference. `structuredContent` and text are data and never searched: a row of a table
 * must not become a widget.
 *
 * Takes a normalised result, the result object of a `tools/call` answer, or a result whose `content` is that object
 * as JSON text. Whatever it is given, it never throws: what cannot be read has no UI.
 */
export function extractMcpUiResources(
  result: unknown,
  context: McpUiResourceContext = {},
): readonly McpUiResource[] {
  const limits: Limits = { maxResources: 32, maxBodyLength: 8 * 1024 * 1024, ...context };
  const found = new Map<string, McpUiResource>();
  const raw = attempt(() => readRawResult(result));
  const origin = readOrigin(raw, context);
  const add = (record: McpUiResource | undefined): void => {
    if (record === undefined) return;
    const known = found.get(record.uri);
    if (known === undefined ? found.size < limits.maxResources : !hasBody(known) && hasBody(record))
      found.set(record.uri, Object.freeze({ ...record, ...origin }));
  };
  const length = attempt(() => raw?.blocks.length) ?? 0;
  for (let index = 0; index < length && index < maxBlocks; index++)
    add(attempt(() => fromBlock(raw?.blocks[index], limits)));
  for (const meta of [raw?.meta, context.toolMeta]) add(attempt(() => reference(metaResourceUri(meta))));
  return [...found.values()];
}

function fromBlock(block: unknown, limits: Limits): McpUiResource | undefined {
  if (!isPlainObject(block)) return undefined;
  const holder = block.type === "resource" ? block.resource : block;
  if ((block.type !== "resource" && block.type !== "resource_link") || !isPlainObject(holder))
    return undefined;
  const { uri, mimeType, text, blob } = holder;
  const record = reference(uri);
  if (record === undefined) return undefined;
  const embedded = block.type === "resource";
  return {
    ...record,
    ...(isText(mimeType) ? { mimeType } : {}),
    ...(embedded && isText(text, limits.maxBodyLength) ? { text } : {}),
    ...(embedded && isText(blob, limits.maxBodyLength) ? { blob } : {}),
  };
}

function reference(uri: unknown): McpUiResource | undefined {
  return isUiUri(uri) ? { uri, src: uri } : undefined;
}

function readOrigin(raw: RawResult | undefined, context: McpUiResourceContext): Partial<McpUiResource> {
  const envelope: PlainObject = raw?.envelope ?? {};
  const origin: Record<string, string> = {};
  for (const key of ["serverId", "toolName", "toolCallId"] as const) {
    const value = context[key] ?? attempt(() => envelope[key]);
    if (isText(value)) origin[key] = value;
  }
  return origin;
}

function hasBody(record: McpUiResource): boolean {
  return record.text !== undefined || record.blob !== undefined;
}

function isText(value: unknown, maxLength = 1024): value is string {
  return typeof value === "string" && value !== "" && value.length <= maxLength;
}

/** Getters and proxies can throw; then there is nothing to read in that place. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // Documented: what cannot be read has no UI.
    return undefined;
  }
}
