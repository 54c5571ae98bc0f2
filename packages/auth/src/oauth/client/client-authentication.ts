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
      return context.config.compat?.basicEncoding === "raw"
        ? rawBasic(secret)
        : library.ClientSecretBasic(secret);
    }
    case "private_key_jwt": {
      const text = await resolveSecret(auth.key, context, context.serverId);
      const key = await importKey(context, text, auth.alg);
      // RFC 7523bis: the audience is the issuer, which is the library's own choice too.
      return library.PrivateKeyJwt(auth.kid === undefined ? key : { key, kid: auth.kid });
    }
  }
}

/** For servers that take id and secret as they are, against RFC 6749 2.3.1. */
function rawBasic(secret: string): LibraryClientAuth {
  return (_server, client, _body, headers) => {
    const pair = Buffer.from(`${client.client_id}:${secret}`, "utf8").toString("base64");
    headers.set("authorization", `Basic ${pair}`);
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
