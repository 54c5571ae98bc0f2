/** The words of a message that a view sends; other blocks are named. */
export function messageText(content: readonly unknown[]): string {
  return content
    .map((block) => {
      if (typeof block !== "object" || block === null) return "";
      if ("text" in block && typeof block.text === "string") return block.text;
      return "type" in block ? `[${String(block.type)}]` : "";
    })
    .filter((text) => text !== "")
    .join("\n");
}
