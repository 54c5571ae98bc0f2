import { type HttpResponse, McpProtocolError } from "@x/mcp-core";
import type { EventSourceMessage } from "eventsource-parser";
import { discardBody } from "../send/discard-body.ts";
import { readEventStream, startOfStream } from "./read-event-stream.ts";
import { streamHeaders } from "./request-headers.ts";
import type { WireContext } from "./wire-context.ts";

/** An open HTTP+SSE connection (MCP 2024-11-05): one GET stream for all that comes, a second URL for what is sent. */
export interface LegacySse {
  readonly endpoint: URL;
  /** Resolves, never rejects, when the stream has ended; with the error where one ended it. */
  readonly ended: Promise<unknown>;
}

/** A server that has not named its endpoint after so long is none of this kind. */
const endpointTimeoutMs = 5_000;

/**
 * Asks a server whether it is one of 2024-11-05: a GET, and the `endpoint` event that says where to POST. Gives
 * `undefined` where it is none.
 *
 * @throws McpProtocolError (phase `connect`) where the endpoint is on another origin.
 */
export async function openLegacySse(
  context: WireContext,
  signal: AbortSignal,
  onMessage: (value: unknown) => void,
): Promise<LegacySse | undefined> {
  const { url, declared, session } = context;
  const response = await context.send({
    method: "GET",
    url,
    headers: streamHeaders(declared, session),
    signal,
  });
  if (!isEventStream(response)) {
    await discardBody(response.body);
    return undefined;
  }
  let found: (endpoint: string | undefined) => void = () => {};
  const named = new Promise<string | undefined>((resolve) => {
    found = resolve;
  });
  const onOther = (event: EventSourceMessage): void => {
    if (event.event === "endpoint") found(event.data);
  };
  const ended = readEventStream(context, response.body, startOfStream(), onMessage, onOther).then(
    () => undefined,
    (error: unknown) => error,
  );
  const disarm = context.clock.after(endpointTimeoutMs, () => found(undefined));
  void ended.then(() => found(undefined));
  const endpoint = await named;
  disarm();
  return endpoint === undefined ? undefined : { endpoint: endpointUrl(context, endpoint), ended };
}

/** The endpoint may not lead elsewhere: what is posted there carries the credentials of this origin. */
function endpointUrl({ url, serverId }: WireContext, endpoint: string): URL {
  const target = URL.canParse(endpoint, url.href) ? new URL(endpoint, url) : undefined;
  if (target !== undefined && target.origin === url.origin) return target;
  throw new McpProtocolError({
    phase: "connect",
    message: `The server ${serverId} named an endpoint outside its own origin, which is not spoken to.`,
    serverId,
    outcome: "answered",
  });
}

function isEventStream({ status, headers }: HttpResponse): boolean {
  return status === 200 && (headers["content-type"] ?? "").toLowerCase().startsWith("text/event-stream");
}
