/** A file that a view offers, with a name that is safe to save under. */
export interface ViewDownload {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The files, or why there are none. */
export type ViewDownloads =
  | { readonly ok: true; readonly files: readonly ViewDownload[] }
  | { readonly ok: false; readonly reason: "not-embedded" | "too-large" };

const maxNameLength = 120;

/**
 * Reads the `contents` of `ui/download-file`. Only embedded resources count: following a link would send the user's
 * browser, and what it knows, to wherever a view says.
 */
export function readDownloads(contents: unknown, maxBytes: number): ViewDownloads {
  const files: ViewDownload[] = [];
  let left = maxBytes;
  for (const item of Array.isArray(contents) ? contents : [undefined]) {
    const { resource } = (item ?? {}) as { readonly resource?: Readonly<Record<string, unknown>> | null };
    const bytes = bytesOf(resource?.text, resource?.blob);
    if (bytes === undefined) return { ok: false, reason: "not-embedded" };
    left -= bytes.length;
    if (left < 0) return { ok: false, reason: "too-large" };
    const mimeType = typeof resource?.mimeType === "string" ? resource.mimeType : "application/octet-stream";
    files.push({ name: safeFileName(resource?.uri), mimeType, bytes });
  }
  return { ok: true, files };
}

function bytesOf(text: unknown, blob: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text === "string") return new TextEncoder().encode(text);
  if (typeof blob !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(blob) || blob.length % 4 === 1) return;
  return Uint8Array.from(atob(blob), (byte) => byte.charCodeAt(0));
}

/**
 * The last segment of a URI as a file name: no path, no control or direction-changing character, no leading dot, no
 * device name of Windows, not too long; `download` where nothing is left.
 */
export function safeFileName(uri: unknown): string {
  const segment = String(uri ?? "")
    .replace(/[?#].*$/s, "")
    .split(/[/\\]/)
    .at(-1);
  const name = decode(segment ?? "")
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, "")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 ? name.slice(dot).slice(0, 20) : "";
  const stem = (dot > 0 ? name.slice(0, dot) : name).slice(0, maxNameLength - ending.length);
  if (stem === "" || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem)) return `download${ending}`;
  return stem + ending;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // not encoded, then: the name is cleaned either way
  }
}
