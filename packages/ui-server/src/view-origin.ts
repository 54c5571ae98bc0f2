import { hostOf, readOrigin } from "./origin.ts";
import { McpUiServerError } from "./ui-server-error.ts";

/** The origins of mode `dedicated`: one for each server. */
export interface ViewOrigin {
  /** The origin of a server's views. */
  of(serverId: string): Promise<string>;
  /** Whether a `Host` header may be one of these origins. */
  matches(host: string): boolean;
}

const mark = "{id}";
const idLength = 32;

/** Reads a template such as `https://{id}.views.example`. The id is a digest: it tells nothing and collides with none. */
export function readViewOrigin(template: string): ViewOrigin {
  const parts = template.split(mark);
  const [before = "", after = ""] = parts;
  if (parts.length !== 2 || !/^https?:\/\/$/i.test(before) || !/^\.[^/]+\/?$/.test(after))
    throw new McpUiServerError(
      "config",
      "viewOrigin",
      'write a template with one {id} as its first label, such as "https://{id}.views.example".',
    );
  const sample = readOrigin(template.replace(mark, "x".repeat(idLength)), "viewOrigin");
  const suffix = hostOf(sample).slice(idLength);
  return {
    async of(serverId) {
      const digest = await crypto.subtle.digest(
        "SHA-256",
        new TextEncoder().encode(`mcp-ui/server/${serverId}`),
      );
      const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
      return sample.replace("x".repeat(idLength), hex.slice(0, idLength));
    },
    matches: (host) => host.endsWith(suffix) && /^[0-9a-f]{32}$/.test(host.slice(0, -suffix.length)),
  };
}
