// How the client under test authorizes in each scenario, as a user would declare it.

/** The document that the referee has for clients that describe themselves. */
const clientDocument = "https://conformance-test.local/client-metadata.json";

/** The `auth` of the declaration; `undefined` where the scenario is not about authorization. */
export function authOf(scenario, version, context) {
  if (!scenario.startsWith("auth/")) return undefined;
  const auth = { mode: "oauth2", clients: clientsOf(scenario, context) };
  const legacy = version === "2025-03-26" ? { compat: { legacyEndpoints: true } } : {};
  if (!scenario.startsWith("auth/client-credentials")) return { ...auth, ...legacy };
  return { ...auth, grant: { type: "client_credentials" } };
}

function clientsOf(scenario, { client_id: clientId, client_secret: secret, private_key_pem: key, ...rest }) {
  const identity = { kind: "pre-registered", clientId };
  if (key !== undefined)
    return [
      { ...identity, auth: { method: "private_key_jwt", key, alg: rest.signing_algorithm ?? "ES256" } },
    ];
  if (secret !== undefined) return [{ ...identity, auth: { method: "client_secret_basic", secret } }];
  const described = scenario === "auth/basic-cimd" ? [{ kind: "cimd", url: clientDocument }] : [];
  return [...described, { kind: "dcr", clientName: "conformance" }];
}
