import {
  type AuthEvent,
  type InteractionPort,
  type OAuth2Config,
  type OAuthAuthenticator,
  type OAuthRuntime,
  oauthAuthenticator,
  withAuth,
} from "@x/auth";
import { fromFetch, type HttpRequest, type HttpSend, memoryStore } from "@x/mcp-core";
import type { OAuthWorld } from "./oauth-world.ts";

/** A client at a world, and everything that came out of it. */
export interface OAuthParty {
  readonly authenticator: OAuthAuthenticator;
  readonly events: AuthEvent[];
  readonly prompts: URL[];
  /** Asks the MCP server, and gives what it says. */
  call(signal?: AbortSignal): Promise<{ readonly subject: string; readonly scope: string }>;
}

export const plainSend: HttpSend = fromFetch(fetch);

/** A person who logs in at once, through a browser. */
export function willing(world: Pick<OAuthWorld, "browse">, prompts: URL[] = []): InteractionPort {
  return {
    async authorize({ url }) {
      prompts.push(url);
      const back = await world.browse(url);
      // The browser follows to the listener; what it shows there is nobody's business.
      if (back.hostname === "127.0.0.1") await (await fetch(back)).text();
      return back.hostname === "127.0.0.1" ? undefined : { kind: "callback", params: back };
    },
    approveScope: async () => true,
  };
}

export function party(
  world: OAuthWorld,
  config: Partial<OAuth2Config> = {},
  runtime: Partial<OAuthRuntime> = {},
): OAuthParty {
  const events: AuthEvent[] = [];
  const prompts: URL[] = [];
  const { serverUrl } = world;
  const authenticator = oauthAuthenticator(
    { mode: "oauth2", ...config },
    {
      serverUrl,
      serverId: "guarded",
      store: memoryStore(),
      send: plainSend,
      interaction: willing(world, prompts),
      onEvent: (event) => events.push(event),
      ...runtime,
    },
  );
  const send = withAuth(authenticator, serverUrl)(plainSend);
  return {
    authenticator,
    events,
    prompts,
    async call(signal) {
      const request: HttpRequest = { method: "POST", url: serverUrl, headers: {}, body: "{}" };
      const response = await send(signal === undefined ? request : { ...request, signal });
      let text = "";
      for await (const chunk of response.body) text += new TextDecoder().decode(chunk);
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
      return JSON.parse(text) as { readonly subject: string; readonly scope: string };
    },
  };
}
