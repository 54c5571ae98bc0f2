import { discardBody } from "../send/discard-body.ts";
import { deleteHeaders } from "./request-headers.ts";
import type { WireContext } from "./wire-context.ts";

/**
 * Tells a legacy server that its session is over (MCP 2025-11-25 basic/transports, "Session Management"), within
 * the grace. A server may refuse (405), be gone, or never answer: the client has left either way.
 */
export async function endSession(context: WireContext, graceMs: number): Promise<void> {
  const { session, url, declared, expired, clock } = context;
  if (session.id === undefined || expired !== undefined) return;
  const controller = new AbortController();
  const disarm = clock.after(graceMs, () => controller.abort());
  try {
    const headers = deleteHeaders(declared, session);
    const response = await context.send({ method: "DELETE", url, headers, signal: controller.signal });
    await discardBody(response.body);
  } catch {
    // Nobody waits for a session that nobody uses any more: the server's own expiry ends it.
  } finally {
    disarm();
  }
}
