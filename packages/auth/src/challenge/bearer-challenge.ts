import { type Challenge, parseChallenges } from "./parse-challenges.ts";

/** What a refusing server says about the token it wants (RFC 6750 3, RFC 9728 5.1). */
export interface BearerChallenge {
  readonly error: string | undefined;
  /** `undefined` where it names none. */
  readonly scope: readonly string[] | undefined;
  readonly resourceMetadata: string | undefined;
}

const nothing: BearerChallenge = { error: undefined, scope: undefined, resourceMetadata: undefined };

/** RFC 6749 3.3: a scope token. */
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** More scopes than this are nobody's wish. */
const maxScopes = 200;

/** The challenge for a bearer token; the first one where there are several. */
export function bearerChallenge(header: string | undefined): BearerChallenge {
  const found = parseChallenges(header).find(({ scheme }) => scheme === "bearer" || scheme === "dpop");
  return found === undefined ? nothing : read(found);
}

function read({ parameters }: Challenge): BearerChallenge {
  const scope = parameters.get("scope");
  return {
    error: parameters.get("error"),
    scope: scope === undefined ? undefined : scopeList(scope),
    resourceMetadata: parameters.get("resource_metadata"),
  };
}

/** The tokens of a scope value, each once; what is no scope token is left out. */
export function scopeList(value: string): readonly string[] {
  const tokens = value.split(" ").filter((token) => scopeToken.test(token));
  return [...new Set(tokens)].slice(0, maxScopes);
}
