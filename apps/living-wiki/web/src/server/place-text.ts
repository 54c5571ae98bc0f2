import type { ServerView } from "../../../src/contract/server-view.ts";

/** Where a server's program runs, in a few words. */
export function placeText({ place }: Pick<ServerView, "place">): string {
  return place === undefined ? "run by somebody else" : `${place.sandbox}, isolation: ${place.isolation}`;
}

/** How a server is spoken to, in a few words. */
export function transportText(transport: string): string {
  return transport === "streamable-http" ? "Streamable HTTP" : transport;
}
