import type { StderrLog } from "../stderr/stderr-log.ts";

/** Reads a stream of a process to its end. Never rejects but for what `take` throws. */
export async function forEachChunk(
  stream: AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const chunks = stream[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<Uint8Array, unknown>;
    try {
      next = await chunks.next();
    } catch {
      return; // the backend is lost: how the process ended is told by its exit, which never rejects
    }
    if (next.done === true) return;
    take(next.value);
  }
}

/** Reads stderr to its end, telling what may be shown. */
export async function readStderr(
  stream: AsyncIterable<Uint8Array>,
  log: StderrLog,
  show: (text: string) => void,
): Promise<void> {
  const tell = (text: string): void => {
    if (text !== "") show(text);
  };
  await forEachChunk(stream, (chunk) => tell(log.add(chunk)));
  tell(log.end());
}
