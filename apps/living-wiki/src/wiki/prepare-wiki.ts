import { cp, mkdir, readdir } from "node:fs/promises";

/** Makes the folder of pages where it is missing or empty, with the pages that the app brings along. */
export async function prepareWiki(folder: string, samples: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder);
  if (entries.length > 0) return;
  await cp(samples, folder, { recursive: true, errorOnExist: false, force: false });
}
