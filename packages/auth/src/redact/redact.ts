const mark = "[redacted]";

/** Query parameters that hold credentials: those of OAuth (RFC 6749, 7523, 7636) and common keys. */
const secretParameters: ReadonlySet<string> = new Set([
  "access_token",
  "refresh_token",
  "id_token",
  "client_secret",
  "client_assertion",
  "assertion",
  "code",
  "code_verifier",
  "state",
  "token",
  "key",
  "api_key",
  "apikey",
  "password",
]);

const secretHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "dpop",
  "x-api-key",
]);

/** Shorter ones would blot out half of any text. */
const shortestSecret = 4;

/**
 * Takes secrets out of a text: as they are, percent-encoded, and in base64, also where it is the password of a
 * `user:password` pair of known user.
 */
export function redactText(
  text: string,
  secrets: readonly string[],
  usernames: readonly string[] = [],
): string {
  let redacted = text;
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    for (const form of formsOf(secret, usernames)) redacted = redacted.replaceAll(form, mark);
  }
  return redacted;
}

function formsOf(secret: string, usernames: readonly string[]): readonly string[] {
  const base64 = (value: string): string => Buffer.from(value, "utf8").toString("base64");
  const forms = [secret, encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)];
  for (const plain of [secret, ...usernames.map((name) => `${name}:${secret}`)])
    forms.push(base64(plain), base64(plain).replace(/=+$/, ""));
  // The longest first, so that none leaves the rest of a longer one behind.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** A URL as it may be shown: no user name, no password, and no value of a parameter that holds a credential. */
export function redactUrl(url: URL | string, extraParameters: readonly string[] = []): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  const extra = new Set(extraParameters.map((name) => name.toLowerCase()));
  for (const name of [...shown.searchParams.keys()])
    if (secretParameters.has(name.toLowerCase()) || extra.has(name.toLowerCase()))
      shown.searchParams.set(name, mark);
  return shown.href;
}

/** Headers as they may be shown. `extra` names further ones that hold a credential. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  extra: readonly string[] = [],
): Readonly<Record<string, string>> {
  const own = new Set(extra.map((name) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const secret = secretHeaders.has(name.toLowerCase()) || own.has(name.toLowerCase());
      return [name, secret ? mark : value];
    }),
  );
}
