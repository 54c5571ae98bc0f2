import { attempt } from "../data/attempt.ts";
import { isPlainObject, type PlainObject } from "../data/plain-object.ts";
import { type UiProblem, type UiProblemCode, uiProblem } from "../data/ui-problem.ts";
import { uiMimeType } from "../data/ui-profile.ts";
import { isUiUri, sameUiUri } from "../data/ui-uri.ts";
import { utf8Length } from "../data/utf8-length.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { readUiMeta } from "./read-ui-meta.ts";
import { runtimeDigest, sha256Hex, type UiDigest } from "./sha256-hex.ts";
import type { UiDocument } from "./ui-document.ts";

/** Options of {@link resolveUiDocument}. */
export interface ResolveUiDocumentOptions {
  /** The resource's entry in `resources/list`: its metadata counts where the content item says nothing. */
  readonly listEntry?: unknown;
  readonly limits?: {
    /** A larger document is refused. Default 8 MiB. */
    readonly maxDocumentBytes?: number;
  };
  /**
   * The MIME types that are taken, compared exactly. Default: only that of MCP Apps. Name `text/html` or
   * `text/html+skybridge` here to take what servers sent before it.
   */
  readonly mimeTypes?: readonly string[];
  /** Default: that of this runtime's WebCrypto. */
  readonly digest?: UiDigest;
  readonly signal?: AbortSignal;
}

/** A document, or why there is none. */
export type UiDocumentResult =
  | { readonly ok: true; readonly document: UiDocument }
  | { readonly ok: false; readonly problem: UiProblem };

/** No answer has as many contents. */
const maxContents = 1_000;

/**
 * The document in the answer of `resources/read` for `uri`: the right content item, its exact MIME type, `text` or
 * `blob` as UTF-8, within the limit, with the metadata of content item and list entry merged field by field (the
 * content item wins), and named by its digest (SEP-1865, Content Requirements).
 *
 * `readResult` is that answer, or its `contents` alone, as `readResource` of a pool gives them.
 *
 * Whatever the server sent, it resolves. Rejects only with the reason of `signal`, or with what `digest` rejects with.
 */
export async function resolveUiDocument(
  readResult: unknown,
  uri: string,
  options: ResolveUiDocumentOptions = {},
): Promise<UiDocumentResult> {
  options.signal?.throwIfAborted();
  if (!isUiUri(uri))
    return refuse("invalid-uri", "Expected a well-formed ui:// URI.", typeof uri === "string" ? uri : "");
  const body = attempt(() => readBody(readResult, uri, options));
  if (body === undefined) return refuse("unreadable", "The answer of resources/read cannot be read.", uri);
  if (!("html" in body)) return { ok: false, problem: body };
  const digest = options.digest ?? runtimeDigest();
  if (digest === undefined)
    return refuse("no-digest", "This page has no WebCrypto; use https or loopback, or pass `digest`.", uri);

  const bytes = new TextEncoder().encode(body.html);
  const hex = await sha256Hex(bytes, digest);
  options.signal?.throwIfAborted();
  const content = readUiMeta(body.item, "content._meta.ui");
  const listed = readUiMeta(options.listEntry, "listEntry._meta.ui");
  const document: UiDocument = Object.freeze({
    uri,
    html: body.html,
    mimeType: body.mimeType,
    ...listed.meta,
    ...content.meta,
    digest: hex,
    lengthBytes: bytes.length,
    problems: Object.freeze([...content.problems, ...listed.problems]),
  });
  return { ok: true, document };
}

interface Body {
  readonly html: string;
  readonly mimeType: string;
  readonly item: PlainObject;
}

function readBody(readResult: unknown, uri: string, options: ResolveUiDocumentOptions): Body | UiProblem {
  const maxBytes = options.limits?.maxDocumentBytes ?? 8 * 1024 * 1024;
  const item = findItem(readResult, uri);
  if (item === undefined)
    return uiProblem("not-found", "The answer of resources/read has no content of this URI.", uri);
  const { mimeType, text, blob } = item;
  const taken = options.mimeTypes ?? [uiMimeType];
  if (typeof mimeType !== "string" || !taken.includes(mimeType))
    return uiProblem("unsupported-mime-type", `Expected the MIME type ${taken.join(" or ")}.`, uri);
  const tooLarge = uiProblem("too-large", `The document has more than ${maxBytes} bytes.`, uri);
  if (typeof text === "string" && text !== "")
    return utf8Length(text, maxBytes) > maxBytes ? tooLarge : { html: text, mimeType, item };
  if (typeof blob !== "string" || blob === "")
    return uiProblem("no-body", "The content has neither text nor blob.", uri);
  // Line breaks every 76 characters included.
  if (blob.length > Math.ceil(maxBytes / 3) * 4 * 1.03 + 4) return tooLarge;
  const bytes = decodeBase64(blob);
  if (bytes === undefined) return uiProblem("invalid-encoding", "The blob is not base64.", uri);
  if (bytes.length > maxBytes) return tooLarge;
  const html = attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (html === undefined) return uiProblem("invalid-encoding", "The blob is not UTF-8.", uri);
  return html === "" ? uiProblem("no-body", "The document is empty.", uri) : { html, mimeType, item };
}

function findItem(readResult: unknown, uri: string): PlainObject | undefined {
  const contents = isPlainObject(readResult) ? readResult.contents : readResult;
  if (!Array.isArray(contents)) return undefined;
  for (let index = 0; index < contents.length && index < maxContents; index++) {
    const item: unknown = attempt(() => contents[index]);
    if (isPlainObject(item) && attempt(() => sameUiUri(item.uri, uri)) === true) return item;
  }
  return undefined;
}

function refuse(code: UiProblemCode, message: string, at: string): UiDocumentResult {
  return { ok: false, problem: uiProblem(code, message, at) };
}
