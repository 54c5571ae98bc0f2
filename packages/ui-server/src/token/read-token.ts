import { RefusalError } from "../refusal.ts";
import type { SandboxSettings } from "../sandbox-settings.ts";
import type { Visit } from "../visit.ts";
import { fromQuery, signedText, type ViewToken } from "./view-token.ts";

/** The token in a request's address. Throws `RefusalError` where it is missing, forged, expired or for nobody we know. */
export async function readToken(settings: SandboxSettings, visit: Visit): Promise<ViewToken> {
  const { signer, hostOrigins, now } = settings;
  const query = visit.url.searchParams;
  if (signer === undefined || !query.has("sig")) throw new RefusalError("unsigned");
  const read = fromQuery(query);
  if (read === undefined) throw new RefusalError("bad_request");
  const { token, signature } = read;
  if (!(await signer.verify(signedText(token, settings), signature))) throw new RefusalError("bad_signature");
  visit.uri = token.uri;
  visit.instance = token.instance;
  visit.host = token.host;
  if (token.server !== undefined) visit.serverId = token.server;
  if (token.exp * 1000 <= now()) throw new RefusalError("expired");
  // Signed once, but the options may have changed since.
  if (!hostOrigins.has(token.host)) throw new RefusalError("host_not_allowed");
  return token;
}
