import type { CryptoKey } from "jose";
import type { ClientAuth as LibraryClientAuth } from "oauth4webapi";
import { resolveSecret } from "../../secret/resolve-secret.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import type { OAuthClient } from "./oauth-client.ts";

type Library = typeof import("oauth4webapi");

/** How the client proves itself at the token endpoint, for the library. Its secret is read now. */
export async function clientAuthentication(
  library: Library,
  context: OAuthContext,
  { auth }: OAuthClient,
): Promise<LibraryClientAuth> {
  switch (auth.method) {
    case "none":
      return library.None();
    case "client_secret_post":
      return library.ClientSecretPost(await resolveSecret(auth.secret, context, context.serverId));
    case "client_secret_basic": {
      const secret = await resolveSecret(auth.secret, context, context.serverId);
      return basic(secret, context.config.compat?.basicEncoding ?? "form");
    }
    case "private_key_jwt": {
      const text = await resolveSecret(auth.key, context, context.serverId);
      const key = await importKey(context, text, auth.alg);
      // RFC 7523bis: the audience is the issuer, which is the library's own choice too.
      return library.PrivateKeyJwt(auth.kid === undefined ? key : { key, kid: auth.kid });
    }
  }
}

/**
 * RFC 6749 2.3.1: both are form-encoded first. Done here and not by the library, which also encodes `-`, `.` and `_`:
 * that is the same to a server that decodes, and refused by the many that do not.
 */
function basic(secret: string, encoding: "form" | "raw"): LibraryClientAuth {
  const encode = (text: string): string =>
    encoding === "raw" ? text : new URLSearchParams({ v: text }).toString().slice("v=".length);
  return (_server, client, _body, headers) => {
    const pair = `${encode(client.client_id)}:${encode(secret)}`;
    headers.set("authorization", `Basic ${Buffer.from(pair, "utf8").toString("base64")}`);
  };
}

async function importKey(context: OAuthContext, text: string, alg: string): Promise<CryptoKey> {
  const jose = await import("jose");
  try {
    if (!text.trimStart().startsWith("{")) return await jose.importPKCS8(text, alg);
    const key = await jose.importJWK(JSON.parse(text), alg);
    if (!(key instanceof Uint8Array)) return key;
  } catch (error) {
    throw unusableKey(context, alg, error);
  }
  throw unusableKey(context, alg, undefined);
}

function unusableKey(context: OAuthContext, alg: string, cause: unknown): Error {
  return oauthFailure(context, {
    authCode: "config_invalid",
    message: `The client's \`key\` is no private key for ${alg}. Give it in PKCS #8 PEM or as a JWK.`,
    phase: "config",
    retry: "after-user",
    cause,
  });
}
