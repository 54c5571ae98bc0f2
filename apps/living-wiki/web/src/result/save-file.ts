/** Hands data to the browser as a download. The name is ours where the given one is no plain file name. */
export function saveFile(base64: string, mimeType: string, uri: string): void {
  const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, "")), (char) => char.charCodeAt(0));
  // Never a type the browser would open as a page of ours.
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(uri, mimeType);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** The last step of an address if it is a plain file name, else one made of the type. */
export function fileName(uri: string, mimeType: string): string {
  const last = uri.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "";
  if (/^[\w-][\w.-]{0,99}$/.test(last)) return last;
  return `download.${/^[\w-]+\/([\w-]{1,10})$/.exec(mimeType)?.[1] ?? "bin"}`;
}
