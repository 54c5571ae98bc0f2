import type { HttpSend } from "@x/mcp-core";
import type { HttpSender, HttpTransportOptions, UndiciSendOptions } from "@x/mcp-http";
import type { HttpServerConfig } from "@x/mcp-http/config";

/**
 * What the OAuth requests of a server go through: the same guard, proxy and certificates as its own, but connections
 * of their own, each closed when its answer is read, so that none outlives a transport.
 */
export function oauthSend(
  open: (options: UndiciSendOptions) => HttpSender,
  { serverId, egress }: HttpServerConfig,
  http: HttpTransportOptions,
): HttpSend {
  if (http.send !== undefined) return http.send;
  const { proxy, ca, resolve } = http;
  const allow = [...(http.egress?.allow ?? []), ...(egress?.allow ?? [])];
  return async (request) => {
    const sender = open({ serverId, egress: { allow }, proxy, ca, resolve });
    try {
      const response = await sender.send(request);
      return { ...response, body: closing(response.body, sender) };
    } catch (error) {
      await sender.close();
      throw error;
    }
  };
}

async function* closing(body: AsyncIterable<Uint8Array>, sender: HttpSender): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await sender.close();
  }
}
