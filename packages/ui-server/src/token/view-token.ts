/** What a signed address stands for: one view, for one page, for a short time. */
export interface ViewToken {
  /** `ui://…` */
  readonly uri: string;
  readonly server?: string;
  /** SHA-256 of the document, in hex: another version is not served. */
  readonly digest?: string;
  /** One place on one page. */
  readonly instance: string;
  /** Origin of the page that shows the view. */
  readonly host: string;
  readonly theme?: string;
  /** `_meta.ui.csp` as JSON, where the page brings the document itself. */
  readonly csp?: string;
  /** `_meta.ui.permissions` as JSON, where the page brings the document itself. */
  readonly permissions?: string;
  /** End of its validity, in seconds since 1970. */
  readonly exp: number;
}

const textKeys = ["uri", "server", "digest", "instance", "host", "theme", "csp", "permissions"] as const;
const allKeys: readonly string[] = [...textKeys, "exp", "sig"];
const maxQueryLength = 16_384;

/** The handler that an address is for: another one with the same secret does not take it. */
export interface TokenPlace {
  readonly mode: string;
  readonly sandboxOrigin: string | undefined;
  readonly basePath: string;
}

/** What is signed: every field in a fixed place, so that no two tokens have one text. */
export function signedText(token: ViewToken, { mode, sandboxOrigin = "", basePath }: TokenPlace): string {
  return JSON.stringify([
    "mcp-ui/2",
    mode,
    sandboxOrigin,
    basePath,
    ...textKeys.map((key) => token[key] ?? null),
    token.exp,
  ]);
}

/** The query of an address. */
export function toQuery(token: ViewToken, signature: string): URLSearchParams {
  const query = new URLSearchParams();
  for (const key of textKeys) {
    const value = token[key];
    if (value !== undefined) query.set(key, value);
  }
  query.set("exp", String(token.exp));
  query.set("sig", signature);
  return query;
}

/** The part of a query that is signed: what somebody appended to an address does not reach the view. */
export function signedPart(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([key]) => allKeys.includes(key)));
}

/** Reads a query. `undefined` where it is no token: a part is missing, doubled or malformed. */
export function fromQuery(
  query: URLSearchParams,
): { readonly token: ViewToken; readonly signature: string } | undefined {
  if (query.toString().length > maxQueryLength) return undefined;
  if (allKeys.some((key) => query.getAll(key).length > 1)) return undefined;
  const { uri, instance, host, exp, sig, ...rest } = Object.fromEntries(
    allKeys.map((key) => [key, query.get(key) ?? undefined]),
  );
  if (uri === undefined || instance === undefined || host === undefined || sig === undefined)
    return undefined;
  if (exp === undefined || !/^\d{1,12}$/.test(exp)) return undefined;
  const optional = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { token: { ...optional, uri, instance, host, exp: Number(exp) }, signature: sig };
}
