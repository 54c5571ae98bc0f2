import type { Duplex } from "node:stream";
import type { ByteQueue } from "@x/sandbox";

const headerBytes = 8;
// Engines send some 32 KiB a frame; a header that says more is no header.
const maxFrameBytes = 64 * 1024 * 1024;

/** Where the two streams in one go. */
export interface Demultiplexed {
  /** With back-pressure: while it is full, nothing is read from the engine. */
  readonly stdout: ByteQueue;
  /** Must never ask for a pause, because that would hold up stdout. */
  readonly stderr: ByteQueue;
}

/**
 * Takes an attached stream apart. Each frame is a header (1 byte stream, 3 zero bytes, 4 bytes length, big-endian) and
 * that many bytes. Bytes are passed on as they come, never gathered. Resolves at the end of the stream; rejects if it
 * breaks off or is no such stream.
 */
export function demultiplex(
  socket: Duplex,
  head: Uint8Array,
  { stdout, stderr }: Demultiplexed,
): Promise<void> {
  const frames = createFrameReader((stream, bytes) => {
    if (stream === 2) stderr.push(bytes);
    else if (!stdout.push(bytes)) hold();
  });
  let held = false;
  const hold = (): void => {
    if (held) return;
    held = true;
    socket.pause();
    void stdout.drained().then(() => {
      held = false;
      socket.resume();
    });
  };
  return new Promise((resolve, reject) => {
    const take = (chunk: Uint8Array): void => {
      try {
        frames.take(chunk);
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    };
    socket.on("error", reject);
    socket.on("end", () =>
      frames.whole() ? resolve() : reject(new Error("The engine's stream broke off inside a frame.")),
    );
    socket.on("close", () => reject(new Error("The engine's stream was closed before its end.")));
    if (head.length > 0) take(head);
    socket.on("data", take);
  });
}

/** Reads frames out of chunks that are cut anywhere. */
export function createFrameReader(emit: (stream: 1 | 2, bytes: Uint8Array) => void): {
  take(chunk: Uint8Array): void;
  /** Whether everything taken so far was whole frames. */
  whole(): boolean;
} {
  const header = new Uint8Array(headerBytes);
  let headerLength = 0;
  let stream: 1 | 2 = 1;
  let missing = 0;
  return {
    take(chunk) {
      let offset = 0;
      while (offset < chunk.length) {
        if (missing > 0) {
          const bytes = chunk.subarray(offset, offset + missing);
          emit(stream, bytes);
          missing -= bytes.length;
          offset += bytes.length;
          continue;
        }
        const part = chunk.subarray(offset, offset + headerBytes - headerLength);
        header.set(part, headerLength);
        headerLength += part.length;
        offset += part.length;
        if (headerLength < headerBytes) return;
        headerLength = 0;
        ({ stream, missing } = readHeader(header));
      }
    },
    whole: () => missing === 0 && headerLength === 0,
  };
}

function readHeader(header: Uint8Array): { readonly stream: 1 | 2; readonly missing: number } {
  const [stream, a, b, c] = header;
  const missing = new DataView(header.buffer).getUint32(4);
  if (a !== 0 || b !== 0 || c !== 0 || (stream !== 1 && stream !== 2) || missing > maxFrameBytes) {
    throw new Error("The engine sent something that is no frame of stdout or stderr.");
  }
  return { stream, missing };
}
