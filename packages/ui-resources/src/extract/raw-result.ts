import { isPlainObject, type PlainObject } from "../data/plain-object.ts";

/** The parts of a tool result that can carry UI. */
export interface RawResult {
  readonly blocks: readonly unknown[];
  readonly meta: unknown;
  /** The object the parts were found in. */
  readonly envelope: PlainObject;
}

/**
 * Finds the parts in a normalised result, in the result object of a `tools/call` answer, or in a result whose
 * `content` is that object as JSON text.
 */
export function readRawResult(result: unknown): RawResult | undefined {
  if (!isPlainObject(result)) return undefined;
  const { content } = result;
  if (typeof content !== "string") return parts(result, result);
  const inner = parseJson(content);
  if (Array.isArray(inner)) return { blocks: inner, meta: result._meta, envelope: result };
  return isPlainObject(inner) ? parts(inner, result) : undefined;
}

function parts(inner: PlainObject, envelope: PlainObject): RawResult {
  const blocks: readonly unknown[] = Array.isArray(inner.content) ? inner.content : [];
  return { blocks, meta: inner._meta ?? envelope._meta, envelope };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Plain text is a normal `content` too, and carries no UI.
    return undefined;
  }
}
