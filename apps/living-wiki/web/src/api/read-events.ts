/** Reads an event stream (WHATWG HTML 9.2.6) of `data:` lines until it ends. */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onData: (data: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (held + value).split("\n\n");
    held = blocks.pop() ?? "";
    for (const block of blocks) if (block.startsWith("data: ")) onData(block.slice("data: ".length));
  }
}
