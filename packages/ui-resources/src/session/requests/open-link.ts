import { attempt } from "../../data/attempt.ts";
import { reply } from "../emit.ts";
import { startRequest } from "../pending.ts";
import { hasRoom, noteRefusal, refuse } from "../request-gate.ts";
import type { ViewRequestHandler } from "./view-request-handler.ts";

const maxLength = 4096;

/** A link that may be shown to a user: absolute, of an allowed scheme, without a user part that hides the host. */
export function readLink(url: unknown, schemes: readonly string[]): URL | undefined {
  // A parser would skip control characters and surrounding spaces, so that the user sees another text than it reads.
  if (typeof url !== "string" || url.length > maxLength || /[\p{Cc}\s\\]/u.test(url)) return undefined;
  const parsed = attempt(() => new URL(url));
  if (parsed === undefined || !schemes.includes(parsed.protocol)) return undefined;
  if (parsed.protocol === "mailto:") return parsed;
  return parsed.username === "" && parsed.password === "" && parsed.hostname !== "" ? parsed : undefined;
}

/** `ui/open-link`: what the host's schemes do not allow is denied, as the official SDK spells it. */
export const onOpenLink: ViewRequestHandler = (machine, asker, { params }) => {
  if (typeof params.url !== "string") {
    refuse(machine, asker, "invalid-params", "invalidParams", "ui/open-link needs a URL.");
    return;
  }
  const link = readLink(params.url, machine.settings.policy.linkSchemes);
  if (link === undefined) {
    noteRefusal(machine, asker.method, "scheme");
    reply(machine, asker.id, { isError: true });
    return;
  }
  if (!hasRoom(machine, asker, "links")) return;
  const host = link.protocol === "mailto:" ? link.pathname : link.host;
  startRequest(machine, asker, { kind: "open-link", url: link.href, host });
};
