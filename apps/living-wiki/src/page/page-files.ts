import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** A file of the built page. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Its name changes with its content, so it never grows old. */
  readonly hashed: boolean;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Reads the built page, by request path. Held in memory: there are few files, and no request path ever touches the
 * file system.
 *
 * @throws Error where the page is not built.
 */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  let names: readonly string[];
  try {
    names = await readdir(folder, { recursive: true });
  } catch (cause) {
    throw new Error('The page is not built. Run "npm run demo", which builds it.', { cause });
  }
  for (const name of names) {
    const type = types[path.extname(name)];
    if (type === undefined) continue;
    const url = `/${name.split(path.sep).join("/")}`;
    const body = new Uint8Array(await readFile(path.join(folder, name)));
    files.set(url === "/index.html" ? "/" : url, { body, type, hashed: url.includes("/assets/") });
  }
  return files;
}
