/** SHA-256 over bytes. */
export type UiDigest = (bytes: Uint8Array) => Promise<ArrayBuffer | Uint8Array>;

/** What of `globalThis` has WebCrypto; browsers leave it out on pages that are neither https nor on loopback. */
interface WithCrypto {
  readonly crypto?: {
    readonly subtle?: { digest(algorithm: string, bytes: Uint8Array): Promise<ArrayBuffer> };
  };
}

/** The digest of this runtime, if it has one. */
export function runtimeDigest(): UiDigest | undefined {
  const subtle = (globalThis as WithCrypto).crypto?.subtle;
  return subtle === undefined ? undefined : (bytes) => subtle.digest("SHA-256", bytes);
}

/** The digest of a text's UTF-8, in lower-case hex. */
export async function sha256Hex(bytes: Uint8Array, digest: UiDigest): Promise<string> {
  const hash = await digest(bytes);
  const view = hash instanceof Uint8Array ? hash : new Uint8Array(hash);
  return Array.from(view, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
