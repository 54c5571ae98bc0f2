import { McpUiServerError } from "../ui-server-error.ts";

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret: at least 32 bytes, as bytes or as text in UTF-8. */
export type McpSandboxSecret = string | Uint8Array;

/** Signs and checks texts with HMAC-SHA-256. */
export interface Signer {
  /** base64url without padding. */
  sign(text: string): Promise<string>;
  /** True where any of the secrets made the signature. Takes the same time for every wrong one. */
  verify(text: string, signature: string): Promise<boolean>;
}

const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
const minSecretBytes = 32;
const encoder = new TextEncoder();

/** The first secret signs; all of them are accepted, so that secrets can be rotated. */
export function createSigner(secret: McpSandboxSecret | readonly McpSandboxSecret[]): Signer {
  const secrets = (isList(secret) ? secret : [secret]).map(toBytes);
  let imported: Promise<readonly Key[]> | undefined;
  const keys = (): Promise<readonly Key[]> => {
    imported ??= Promise.all(secrets.map(importKey));
    return imported;
  };
  return {
    async sign(text) {
      const [key] = await keys();
      if (key === undefined) throw noSecret();
      return toBase64Url(new Uint8Array(await crypto.subtle.sign(algorithm.name, key, encoder.encode(text))));
    },
    async verify(text, signature) {
      const bytes = fromBase64Url(signature);
      if (bytes === undefined) return false;
      const data = encoder.encode(text);
      const answers = (await keys()).map((key) => crypto.subtle.verify(algorithm.name, key, bytes, data));
      return (await Promise.all(answers)).includes(true);
    },
  };
}

function isList(
  secret: McpSandboxSecret | readonly McpSandboxSecret[],
): secret is readonly McpSandboxSecret[] {
  if (Array.isArray(secret) && secret.length === 0) throw noSecret();
  return Array.isArray(secret);
}

function toBytes(secret: McpSandboxSecret): Uint8Array<ArrayBuffer> {
  const bytes = typeof secret === "string" ? encoder.encode(secret) : new Uint8Array(secret);
  if (bytes.length < minSecretBytes)
    throw new McpUiServerError(
      "config",
      "secret",
      `it must have at least ${minSecretBytes} bytes; make a random one.`,
    );
  return bytes;
}

function importKey(secret: Uint8Array<ArrayBuffer>): Promise<Key> {
  return crypto.subtle.importKey("raw", secret, algorithm, false, ["sign", "verify"]);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  // 32 bytes are 43 characters; the last one must have no bits to spare, so that a signature has one spelling.
  if (!/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(text)) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function noSecret(): McpUiServerError {
  return new McpUiServerError("config", "secret", "give at least one.");
}
