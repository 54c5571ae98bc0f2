import { checkPrivate } from "./private-folder.ts";
import { systemCode } from "./store-failure.ts";

/** Reads a private file; `undefined` where there is none. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  const fs = await import("node:fs/promises");
  let file: Awaited<ReturnType<typeof fs.open>>;
  try {
    file = await fs.open(path, "r");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    checkPrivate(await file.stat(), path, "0600");
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/**
 * Writes a private file so that a reader, and a machine that loses power, sees the old or the new one and no half:
 * written beside it, flushed, renamed, the folder flushed.
 */
export async function writePrivateFile(folder: string, name: string, text: string): Promise<void> {
  const fs = await import("node:fs/promises");
  const { join } = await import("node:path");
  const temporary = join(folder, `.${name}.${crypto.randomUUID()}`);
  try {
    const file = await fs.open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temporary, join(folder, name));
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Makes a rename or a removal last. */
export async function syncFolder(folder: string): Promise<void> {
  const fs = await import("node:fs/promises");
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Not every file system can flush a folder; those that cannot order renames by themselves.
    if (systemCode(error) !== "EINVAL" && systemCode(error) !== "EPERM") throw error;
  } finally {
    await handle.close();
  }
}
