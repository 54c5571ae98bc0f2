import { lstat, mkdir } from "node:fs/promises";
import path from "node:path";
import { WikiError } from "./wiki-error.ts";

const longestPath = 200;
// No control characters, and nothing that another system would read as a separator, a drive or a stream.
const segment = /^[^./\\:*?"<>|\p{Cc}][^/\\:*?"<>|\p{Cc}]*$/u;

/**
 * Checks the name of a page: a relative path of plain segments that ends in `.md`. Nothing hidden, nothing that climbs.
 *
 * @throws WikiError `bad_path`
 */
export function checkPagePath(name: string): readonly string[] {
  const segments = name.split("/");
  const fine =
    name.length <= longestPath &&
    name.endsWith(".md") &&
    name !== ".md" &&
    segments.every((one) => segment.test(one) && !one.endsWith(" ") && (!one.endsWith(".") || one === name));
  if (!fine)
    throw new WikiError(
      "bad_path",
      'A page has a plain relative path that ends in ".md", such as "tides.md" or "notes/sea.md".',
    );
  return segments;
}

/**
 * The file of a page, below `root`. Every folder on the way is a real folder of the wiki and no link out of it.
 *
 * @throws WikiError `bad_path`, and `page_not_found` where `create` is false and a folder is missing
 */
export async function pageFile(root: string, name: string, create: boolean): Promise<string> {
  const segments = checkPagePath(name);
  let folder = root;
  for (const one of segments.slice(0, -1)) {
    folder = path.join(folder, one);
    await checkFolder(folder, create);
  }
  const file = path.join(root, ...segments);
  const stats = await lstat(file).catch(() => undefined); // whoever opens it hears why
  if (stats !== undefined && !stats.isFile())
    throw new WikiError("bad_path", "This is no plain file, so it is no page.");
  return file;
}

async function checkFolder(folder: string, create: boolean): Promise<void> {
  if (create) await mkdir(folder).catch(ignoreExisting);
  let stats: Awaited<ReturnType<typeof lstat>>;
  try {
    stats = await lstat(folder);
  } catch (cause) {
    throw new WikiError("page_not_found", "There is no such page.", { cause });
  }
  if (!stats.isDirectory())
    throw new WikiError("bad_path", "A folder on the way to this page is a link or a file.");
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
