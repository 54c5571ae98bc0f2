import type { Readable } from "node:stream";
import { SandboxError } from "@x/sandbox";

/** One file or directory on its way into a container. */
export interface ArchiveEntry {
  /** Relative to where the archive is unpacked. */
  readonly name: string;
  /** Absent: a directory. */
  readonly data?: Uint8Array;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Packs entries as a tar archive. */
export async function packArchive(entries: readonly ArchiveEntry[]): Promise<Readable> {
  const { pack } = await import("tar-stream");
  const archive = pack();
  for (const { data, ...header } of entries) {
    const type = data === undefined ? ("directory" as const) : ("file" as const);
    archive.entry({ ...header, type, mtime: new Date(0) }, Buffer.from(data ?? []));
  }
  archive.finalize();
  return archive as unknown as Readable;
}

/**
 * The one file in an archive. The stream is always let go of: until then, an engine takes no other request for the
 * container.
 *
 * @throws {SandboxError} `output_limit` if it is larger than `maxBytes`, `file_not_found` if there is none
 */
export async function readArchivedFile(
  archive: NodeJS.ReadableStream,
  maxBytes: number,
): Promise<Uint8Array> {
  const { extract } = await import("tar-stream");
  const reading = extract();
  archive.on("error", (error) => reading.destroy(error)).pipe(reading);
  try {
    for await (const entry of reading) {
      if (entry.header.type === "file") return await contentOf(entry, maxBytes);
      entry.resume();
    }
  } finally {
    (archive as Readable).destroy();
  }
  throw failure("file_not_found", "There is no such file in the sandbox.");
}

interface ArchivedFile extends AsyncIterable<unknown> {
  readonly header: { readonly size?: number };
}

async function contentOf(entry: ArchivedFile, maxBytes: number): Promise<Uint8Array> {
  if ((entry.header.size ?? 0) > maxBytes) throw failure("output_limit", "The file is larger than maxBytes.");
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry) chunks.push(chunk as Uint8Array);
  return new Uint8Array(Buffer.concat(chunks));
}

function failure(code: "output_limit" | "file_not_found", message: string): SandboxError {
  return new SandboxError(code, { message, sandbox: "docker" });
}
