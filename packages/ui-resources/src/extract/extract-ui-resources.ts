import { attempt } from "../data/attempt.ts";
import { copyJson } from "../data/copy-json.ts";
import type { UiJsonObject } from "../data/json.ts";
import { isPlainObject, type PlainObject } from "../data/plain-object.ts";
import { type UiProblem, uiProblem } from "../data/ui-problem.ts";
import { isUiUri } from "../data/ui-uri.ts";
import { utf8Length } from "../data/utf8-length.ts";
import { readToolUi } from "../tool/read-tool-ui.ts";
import { type RawResult, readRawResult } from "./raw-result.ts";
import type { UiResourceRecord, UiResourceSource } from "./ui-resource-record.ts";

/** Limits of {@link extractUiResources}. */
export interface UiExtractLimits {
  /** More different URIs than this are refused. Default 32. */
  readonly maxRecords?: number;
  /** A longer `text` or `blob` is left out of its record: read the resource instead. Default 8 MiB. */
  readonly maxBodyBytes?: number;
  /** A larger `_meta` is left out of its record. Default 64 KiB. */
  readonly maxMetaBytes?: number;
}

/** What is known about the call beside its result. */
export interface UiExtractContext {
  readonly serverId?: string;
  /** The tool as `tools/list` gave it: an MCP App is declared there, not in the result. */
  readonly tool?: unknown;
  /** Default: the name of `tool`. */
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly limits?: UiExtractLimits;
}

/** Records, and what was refused. */
export interface UiExtraction {
  readonly resources: readonly UiResourceRecord[];
  readonly refused: readonly UiProblem[];
}

/** No result has as many; an object made to look like a list may claim any length. */
const maxBlocks = 10_000;
/** Enough to see what is wrong. */
const maxRefused = 64;

/**
 * The UI of a tool call as records with provenance: blocks of type `resource` and `resource_link`, then what `_meta`
 * of the result and of the tool points at. Each URI is named once, in the order of naming; a record with a body wins
 * over a bare reference, and of two bodies the first. Text and `structuredContent` are data and are never searched:
 * a row of a table must not become a widget.
 *
 * Takes what `extractMcpUiResources` takes, and like it never throws: what cannot be read is in `refused`.
 */
export function extractUiResources(result: unknown, context: UiExtractContext = {}): UiExtraction {
  const found = new Map<string, UiResourceRecord>();
  const refused: UiProblem[] = [];
  const refuse = (problem: UiProblem): void => {
    if (refused.length < maxRefused) refused.push(problem);
  };
  const { maxRecords = 32, maxBodyBytes = 8 * 1024 * 1024, maxMetaBytes = 64 * 1024 } = context.limits ?? {};
  const raw = attempt(() => readRawResult(result));
  const origin = readOrigin(raw, context);
  const add = (record: UiResourceRecord | undefined): void => {
    if (record === undefined) return;
    const known = found.get(record.uri);
    if (known === undefined && found.size >= maxRecords)
      refuse(uiProblem("too-large", `More than ${maxRecords} UI resources in one result.`, record.uri));
    else if (known === undefined || (!hasBody(known) && hasBody(record)))
      found.set(record.uri, Object.freeze({ ...record, ...origin }));
  };
  const length = attempt(() => raw?.blocks.length) ?? 0;
  for (let index = 0; index < length && index < maxBlocks; index++) {
    const at = `content[${index}]`;
    const read = (): UiResourceRecord | undefined =>
      fromBlock(raw?.blocks[index], { at, maxBodyBytes, maxMetaBytes, refuse });
    try {
      add(read());
    } catch {
      refuse(uiProblem("unreadable", "The block cannot be read.", at));
    }
  }
  addReference(raw === undefined ? undefined : { _meta: raw.meta }, "result-meta", add, refuse);
  addReference(context.tool, "tool-meta", add, refuse);
  return Object.freeze({
    resources: Object.freeze([...found.values()]),
    refused: Object.freeze(refused),
  });
}

interface BlockReading {
  readonly at: string;
  readonly maxBodyBytes: number;
  readonly maxMetaBytes: number;
  refuse(problem: UiProblem): void;
}

function fromBlock(block: unknown, reading: BlockReading): UiResourceRecord | undefined {
  if (!isPlainObject(block)) return undefined;
  const { type } = block;
  if (type !== "resource" && type !== "resource_link") return undefined;
  const holder = type === "resource" ? block.resource : block;
  if (!isPlainObject(holder)) return undefined;
  const { uri, mimeType } = holder;
  if (typeof uri !== "string" || !/^ui:/i.test(uri)) return undefined;
  const { at, refuse } = reading;
  if (!isUiUri(uri)) {
    refuse(uiProblem("invalid-uri", "Expected a well-formed ui:// URI.", `${at}.uri`));
    return undefined;
  }
  const embedded = type === "resource";
  const meta = readMeta(holder, block, reading);
  return {
    uri,
    src: uri,
    ...(typeof mimeType === "string" && mimeType !== "" && mimeType.length <= 1024 ? { mimeType } : {}),
    ...(embedded ? readBody(holder, reading) : {}),
    source: embedded ? "embedded" : "link",
    ...(meta === undefined ? {} : { meta }),
  };
}

function readBody(holder: PlainObject, { at, maxBodyBytes, refuse }: BlockReading): PlainObject {
  const body: Record<string, string> = {};
  for (const key of ["text", "blob"] as const) {
    const value = holder[key];
    if (typeof value !== "string" || value === "") continue;
    if (utf8Length(value, maxBodyBytes) <= maxBodyBytes) body[key] = value;
    else refuse(uiProblem("too-large", `The document has more than ${maxBodyBytes} bytes.`, `${at}.${key}`));
  }
  return body;
}

/** Servers put it on the resource; the older MCP-UI kit put it on the block. */
function readMeta(
  holder: PlainObject,
  block: PlainObject,
  { at, maxMetaBytes, refuse }: BlockReading,
): UiJsonObject | undefined {
  const meta = holder._meta ?? block._meta;
  if (!isPlainObject(meta)) return undefined;
  const copied = copyJson(meta, { maxBytes: maxMetaBytes, maxDepth: 64 });
  if (copied.ok) return copied.value as UiJsonObject;
  refuse(uiProblem(copied.code, "The resource's _meta was left out.", `${at}._meta`));
  return undefined;
}

function addReference(
  holder: unknown,
  source: UiResourceSource,
  add: (record: UiResourceRecord) => void,
  refuse: (problem: UiProblem) => void,
): void {
  if (holder === undefined) return;
  const { resourceUri, dialect, problems } = readToolUi(holder);
  for (const problem of problems) refuse(problem);
  if (resourceUri !== undefined && dialect !== undefined)
    add({ uri: resourceUri, src: resourceUri, source, dialect });
}

function readOrigin(raw: RawResult | undefined, context: UiExtractContext): Partial<UiResourceRecord> {
  const { tool } = context;
  const named: PlainObject = {
    serverId: context.serverId,
    toolName: context.toolName ?? attempt(() => (isPlainObject(tool) ? tool.name : undefined)),
    toolCallId: context.toolCallId,
  };
  const origin: Record<string, string> = {};
  for (const key of ["serverId", "toolName", "toolCallId"] as const) {
    const value = named[key] ?? attempt(() => raw?.envelope[key]);
    if (typeof value === "string" && value !== "" && value.length <= 1024) origin[key] = value;
  }
  return origin;
}

function hasBody(record: UiResourceRecord): boolean {
  return record.text !== undefined || record.blob !== undefined;
}
