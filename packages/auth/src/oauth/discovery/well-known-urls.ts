/** Where RFC 9728 3.1 puts the metadata of a resource: first below its path, then at the root. */
export function resourceMetadataUrls({ origin, pathname }: URL): readonly URL[] {
  const root = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname.replace(/\/$/, "");
  return path === "" ? [new URL(root)] : [new URL(`${root}${path}`), new URL(root)];
}

/** In this order (MCP basic/authorization/authorization-server-discovery): RFC 8414, then OpenID Connect. */
export function authorizationServerUrls(issuer: URL): readonly URL[] {
  const { origin } = issuer;
  const path = issuer.pathname.replace(/\/$/, "");
  const inserted = ["oauth-authorization-server", "openid-configuration"].map(
    (name) => new URL(`${origin}/.well-known/${name}${path}`),
  );
  return path === "" ? inserted : [...inserted, new URL(`${origin}${path}/.well-known/openid-configuration`)];
}
