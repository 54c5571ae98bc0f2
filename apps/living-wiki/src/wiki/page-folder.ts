import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pageFile } from "./page-path.ts";
import { WikiError } from "./wiki-error.ts";

/** Longest page. */
const maxPageBytes = 1024 * 1024;
/** So many pages are shown; a folder with more is no wiki. */
const maxPages = 2_000;

/** A page as it is on disk. */
export interface PageContent {
  readonly markdown: string;
  readonly digest: string;
  readonly modifiedAt: number;
}

/** The digest of a text as its file would have it. */
function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Reads a page.
 *
 * @throws WikiError `bad_path`, `page_not_found`, `page_too_large`, `unreadable`
 */
export async function readPage(root: string, name: string): Promise<PageContent> {
  const file = await pageFile(root, name, false);
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw missing
      ? new WikiError("page_not_found", `There is no page "${name}".`, { cause })
      : new WikiError("unreadable", `The page "${name}" cannot be read. Look at the file's permissions.`, {
          cause,
        });
  }
  try {
    const { size, mtimeMs } = await handle.stat();
    if (size > maxPageBytes) throw tooLarge();
    const bytes = await handle.readFile();
    return { markdown: bytes.toString("utf8"), digest: digestOf(bytes), modifiedAt: Math.round(mtimeMs) };
  } finally {
    await handle.close();
  }
}

/** Writes a page whole or not at all: a reader sees the old text or the new one. */
export async function writePage(root: string, name: string, markdown: string): Promise<void> {
  const bytes = Buffer.from(markdown, "utf8");
  if (bytes.length > maxPageBytes) throw tooLarge();
  const file = await pageFile(root, name, true);
  const temporary = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, "wx", 0o644);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw new WikiError(
      "unreadable",
      `The page "${name}" cannot be written. Look at the folder's permissions.`,
      {
        cause,
      },
    );
  }
}

/** Takes a page away. */
export async function deletePage(root: string, name: string): Promise<void> {
  await rm(await pageFile(root, name, false));
}

/** The names of all pages below a folder: plain files that end in `.md`, nothing hidden, no link followed. */
export async function listPages(root: string): Promise<readonly string[]> {
  const names: string[] = [];
  const walk = async (folder: string, prefix: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // gone in the meantime
    for (const entry of entries) {
      if (names.length >= maxPages || entry.name.startsWith(".")) continue;
      const name = `${prefix}${entry.name}`;
      if (entry.isDirectory() && depth < 8) await walk(path.join(folder, entry.name), `${name}/`, depth + 1);
      else if (entry.isFile() && entry.name.endsWith(".md")) names.push(name);
    }
  };
  await walk(root, "", 0);
  return names;
}

function tooLarge(): WikiError {
  return new WikiError("page_too_large", `A page has at most ${maxPageBytes} bytes. Make two of it.`);
}
