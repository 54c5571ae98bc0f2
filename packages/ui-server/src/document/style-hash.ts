/** The CSP source that allows one inline `<style>` (CSP Level 3, "Hash and nonce"). */
export async function styleSource(css: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(css));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
