import type { Readable } from "node:stream";

const maxChars = 4096;

/** The first line that arrives on `stream`, or all of it if it ends without a newline. Never rejects. */
export function readReport(stream: Readable | undefined): Promise<string> {
  if (stream === undefined) return Promise.resolve("");
  return new Promise((resolve) => {
    let text = "";
    const finish = (): void => {
      resolve(text.split("\n", 1)[0] ?? "");
      stream.destroy();
    };
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n") || text.length > maxChars) finish();
    });
    for (const event of ["end", "close", "error"]) stream.once(event, finish);
  });
}
