/** What browsers draw without running anything of it. SVG is left out: it is a document, not a picture. */
const imageTypes: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
]);

const audioTypes: ReadonlySet<string> = new Set([
  "audio/wav",
  "audio/x-wav",
  "audio/wave",
  "audio/mpeg",
  "audio/mp3",
  "audio/mp4",
  "audio/aac",
  "audio/ogg",
  "audio/webm",
  "audio/flac",
]);

/** What of a block's data can be shown, and how. */
export type Media =
  | { readonly kind: "image"; readonly url: string; readonly type: string }
  | { readonly kind: "audio"; readonly url: string; readonly type: string }
  | { readonly kind: "none"; readonly reason: string };

/** A data URL for a picture or a sound of a type we know; else the reason why there is none. */
export function toMedia(mimeType: string | undefined, base64: string): Media {
  const type = (mimeType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const kind = imageTypes.has(type) ? "image" : audioTypes.has(type) ? "audio" : undefined;
  if (kind === undefined) return { kind: "none", reason: `${type || "data of no type"} is not shown here` };
  // Whatever else stands there would end up in an address.
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64)) return { kind: "none", reason: "the data is not base64" };
  return { kind, url: `data:${type};base64,${base64.replaceAll(/\s/g, "")}`, type };
}

/** How many bytes a piece of base64 stands for. */
export function base64Bytes(base64: string): number {
  const { length } = base64.replaceAll(/[\s=]/g, "");
  return Math.floor((length * 3) / 4);
}

/** A size as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
