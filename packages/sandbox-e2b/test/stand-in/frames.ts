import type { IncomingMessage, ServerResponse } from "node:http";

/** One envelope of a Connect stream: flags, length, JSON. */
export function frame(message: unknown, flags = 0): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** Flag of the last envelope of a stream. */
export const endOfStream = 2;

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The one message of a request: plain JSON, or in an envelope. */
export function readMessage<T>(body: Buffer, streaming: boolean): T {
  return JSON.parse((streaming ? body.subarray(5) : body).toString() || "{}") as T;
}

export function answer(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** An error of a unary call, as Connect sends it. */
export function refuse(response: ServerResponse, code: string, message: string): void {
  const status = { not_found: 404, invalid_argument: 400, resource_exhausted: 429 }[code] ?? 500;
  answer(response, status, { code, message });
}
