import type { Readable } from "node:stream";

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
