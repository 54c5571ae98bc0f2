const alphabet = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a base64 text (RFC 4648 section 4; line breaks are skipped), or `undefined` where it is none. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const compact = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, "") : text;
  if (compact.length % 4 !== 0 || !alphabet.test(compact)) return undefined;
  const binary = atob(compact);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
