/** What a tool answered in words: the text of its content blocks, for those who do not see the view. */
export function toolText(result: unknown): string {
  const { content } = (result ?? {}) as { readonly content?: unknown };
  if (!Array.isArray(content)) return "";
  return content
    .map((block: { readonly type?: unknown; readonly text?: unknown } | null) =>
      block?.type === "text" && typeof block.text === "string" ? block.text : "",
    )
    .filter(Boolean)
    .join("\n\n");
}
