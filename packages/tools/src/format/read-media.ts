/** Media as providers take them: with one bad one they refuse the whole request. */
export interface ReadMedia {
  /** Base64 of RFC 4648 4, padded; absent where the server's is none, or nothing. */
  readonly data: string | undefined;
  readonly mediaType: string;
}

/** What images begin with, in base64: servers often name another type than they send. */
const imageStarts: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGgo/, "image/png"],
  [/^\/9j\//, "image/jpeg"],
  [/^R0lGOD[dl]h/, "image/gif"],
  [/^UklGR.{7}RUJQ/, "image/webp"],
];

/** Other names of types in use. */
const aliases: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/mp3": "audio/mpeg",
  "application/x-pdf": "application/pdf",
};

/** Reads data and type of a block: line breaks, a `data:` URL and the alphabet of RFC 4648 5 are put right. */
export function readMedia(given: string, declared: string): ReadMedia {
  const plain = declared.split(";", 1)[0]?.trim().toLowerCase() || "application/octet-stream";
  const known = Object.hasOwn(aliases, plain) ? aliases[plain] : undefined;
  const data = base64Of(given);
  const start = data?.slice(0, 24) ?? "";
  const seen = plain.startsWith("image/") ? imageStarts.find(([begin]) => begin.test(start)) : undefined;
  return { data, mediaType: seen?.[1] ?? known ?? plain };
}

function base64Of(given: string): string | undefined {
  const bare = given
    .replace(/^\s*data:[^,]{0,256};base64,/i, "")
    .replace(/\s+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/=+$/, "");
  // One character more than whole bytes is no end of anything.
  if (bare === "" || bare.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(bare)) return undefined;
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, "=");
}
