import { CallRefusalError } from "./call-refusal.ts";

/** Reads a body as JSON, and stops reading where it is too large. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new CallRefusalError("too_large");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let lengthBytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      lengthBytes += chunk.length;
      if (lengthBytes > maxBytes) throw new CallRefusalError("too_large");
      text += decoder.decode(chunk, { stream: true });
    }
    return JSON.parse(text + decoder.decode());
  } catch (error) {
    if (error instanceof CallRefusalError) throw error;
    // The parser's message quotes the text.
    throw new CallRefusalError(request.signal.aborted ? "cancelled" : "bad_request");
  }
}
