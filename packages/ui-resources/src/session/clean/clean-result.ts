import type { UiJson, UiJsonObject } from "../../data/json.ts";
import { isPlainObject, type PlainObject } from "../../data/plain-object.ts";

/** What a block of each type must have; an app of the official SDK rejects the whole result for a bad block. */
const blockRules: Readonly<Record<string, (block: PlainObject) => boolean>> = {
  text: (block) => typeof block.text === "string",
  image: (block) => typeof block.data === "string" && typeof block.mimeType === "string",
  audio: (block) => typeof block.data === "string" && typeof block.mimeType === "string",
  resource_link: (block) => typeof block.uri === "string" && typeof block.name === "string",
  resource: ({ resource }) =>
    isPlainObject(resource) &&
    typeof resource.uri === "string" &&
    (typeof resource.text === "string" || typeof resource.blob === "string"),
};

/** True for a content block that MCP defines, with what it must have. */
export function isContentBlock(value: unknown): value is UiJsonObject {
  if (!isPlainObject(value) || typeof value.type !== "string") return false;
  const rule = Object.hasOwn(blockRules, value.type) ? blockRules[value.type] : undefined;
  return rule?.(value) === true;
}

/**
 * A `CallToolResult` that a view can take: a block of an unknown kind becomes its JSON as text, so that nothing is
 * lost; everything else stays as the server sent it. Of a normalised result only the protocol's own fields count.
 */
export function cleanResult(value: UiJson | undefined): UiJsonObject {
  const source: PlainObject = isPlainObject(value) ? value : {};
  const result: PlainObject =
    isPlainObject(source.raw) && Array.isArray(source.raw.content) ? source.raw : source;
  const { structuredContent, isError, _meta } = result;
  const blocks: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
  const content = blocks.map((block) =>
    isContentBlock(block) ? block : Object.freeze({ type: "text", text: JSON.stringify(block) }),
  );
  return Object.freeze({
    content: Object.freeze(content),
    ...(structuredContent === undefined || structuredContent === null
      ? {}
      : { structuredContent: structuredContent as UiJson }),
    ...(typeof isError === "boolean" ? { isError } : {}),
    ...(isPlainObject(_meta) ? { _meta: _meta as UiJsonObject } : {}),
  });
}

/** What a view is shown in place of a result that cannot be passed on. */
export function unshowableResult(text: string): UiJsonObject {
  const content = Object.freeze([Object.freeze({ type: "text", text })]);
  return Object.freeze({ content, isError: true });
}
