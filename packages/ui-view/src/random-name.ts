/** A name that no other view has. Not `randomUUID`, which pages without TLS lack. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The name in the snapshot of an earlier view, so that it goes on as the same one; else a new name. */
export function nameOf(snapshot: unknown): string {
  const { instance } = (snapshot ?? {}) as { readonly instance?: unknown };
  return typeof instance === "string" && /^[0-9a-f]{32}$/.test(instance) ? instance : randomName();
}
