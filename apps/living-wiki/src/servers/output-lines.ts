/** Calls `line` for each complete line of a stream of bytes, until it ends. Longer lines than `maxChars` are cut. */
export async function readLines(
  stream: AsyncIterable<Uint8Array>,
  line: (text: string) => void,
  maxChars = 10_000,
): Promise<void> {
  const decoder = new TextDecoder();
  let held = "";
  for await (const chunk of stream) {
    const lines = (held + decoder.decode(chunk, { stream: true })).split("\n");
    held = (lines.pop() ?? "").slice(0, maxChars);
    for (const text of lines) line(text.slice(0, maxChars));
  }
}
