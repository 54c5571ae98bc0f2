import type { Stats } from "node:fs";
import { storeFailure, systemCode } from "./store-failure.ts";

/** Nothing for group and others. */
const foreignBits = 0o077;

/**
 * Makes a folder that only its owner can enter, or checks that it is one.
 *
 * @throws McpAuthError `store_unavailable` where others could look inside: that is for a person to put right.
 */
export async function privateFolder(path: string): Promise<void> {
  const fs = await import("node:fs/promises");
  try {
    await fs.mkdir(path, { recursive: true, mode: 0o700 });
    checkPrivate(await fs.stat(path), path, "0700");
  } catch (error) {
    throw systemCode(error) === undefined ? error : storeFailure(`${path} cannot be made or read.`, error);
  }
}

/** @throws McpAuthError `store_unavailable` for a file or folder that others can use, or that is somebody else's. */
export function checkPrivate({ mode, uid }: Pick<Stats, "mode" | "uid">, path: string, wanted: string): void {
  // Windows has neither; its folders of a user are private by their place.
  const own = process.getuid?.();
  if (own === undefined) return;
  if (uid !== own) throw storeFailure(`${path} belongs to another user.`);
  if ((mode & foreignBits) !== 0)
    throw storeFailure(
      `${path} can be used by others. Set its permissions to ${wanted}, and replace what was in it.`,
    );
}
