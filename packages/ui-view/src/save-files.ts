import type { ViewDownload } from "./read-download.ts";

/** Lets the browser save files, each under its name. */
export function saveFiles(document: Document, files: readonly ViewDownload[]): void {
  for (const { name, mimeType, bytes } of files) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
    link.download = name;
    link.click();
    // the download has begun, but not every browser has read the address yet
    setTimeout(() => URL.revokeObjectURL(link.href));
  }
}
