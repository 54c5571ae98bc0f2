// The scenarios of each revision, and how many SUCCESS checks the referee must count at least: a client that does
// nothing passes some scenarios, so an exit code alone is no proof.
export const refereeVersion = "0.2.0-alpha.12";

/** Checks that the referee makes per request are not counted on: only what every correct client reaches. */
export const requirements = {
  "2025-03-26": {
    "auth/2025-03-26-oauth-metadata-backcompat": 10,
    "auth/2025-03-26-oauth-endpoint-fallback": 5,
  },
  "2025-06-18": {
    initialize: 1,
    tools_call: 2,
  },
  "2025-11-25": {
    initialize: 1,
    tools_call: 2,
    "elicitation-sep1034-client-defaults": 5,
    "sse-retry": 3,
    "json-schema-2020-12-preservation": 9,
    "auth/metadata-default": 16,
    "auth/metadata-var1": 16,
    "auth/metadata-var2": 16,
    "auth/metadata-var3": 16,
    "auth/basic-cimd": 11,
    "auth/scope-from-www-authenticate": 12,
    "auth/scope-from-scopes-supported": 12,
    "auth/scope-omitted-when-undefined": 12,
    "auth/scope-step-up": 18,
    "auth/scope-retry-limit": 8,
    "auth/token-endpoint-auth-basic": 17,
    "auth/token-endpoint-auth-post": 17,
    "auth/token-endpoint-auth-none": 17,
    "auth/pre-registration": 11,
    "auth/client-credentials-basic": 6,
    "auth/client-credentials-jwt": 6,
  },
  "2026-07-28": {
    tools_call: 2,
    "request-metadata": 8,
    "sep-2322-client-request-state": 5,
    "http-standard-headers": 9,
    "http-custom-headers": 18,
    "http-invalid-tool-headers": 12,
    "json-schema-ref-no-deref": 1,
    "json-schema-2020-12-preservation": 9,
    "auth/metadata-default": 16,
    "auth/metadata-var1": 16,
    "auth/metadata-var2": 16,
    "auth/metadata-var3": 16,
    "auth/basic-cimd": 10,
    "auth/scope-from-www-authenticate": 12,
    "auth/scope-from-scopes-supported": 12,
    "auth/scope-omitted-when-undefined": 12,
    "auth/scope-step-up": 21,
    "auth/scope-retry-limit": 9,
    "auth/token-endpoint-auth-basic": 17,
    "auth/token-endpoint-auth-post": 17,
    "auth/token-endpoint-auth-none": 17,
    "auth/pre-registration": 10,
    "auth/resource-mismatch": 2,
    "auth/offline-access-scope": 13,
    "auth/offline-access-not-supported": 12,
    "auth/authorization-server-migration": 25,
    "auth/iss-supported": 12,
    "auth/iss-not-advertised": 12,
    "auth/iss-supported-missing": 6,
    "auth/iss-wrong-issuer": 6,
    "auth/iss-unexpected": 6,
    "auth/iss-normalized": 6,
    "auth/metadata-issuer-mismatch": 2,
  },
};

/** Scenarios in which the client is expected to end with an error. */
export const clientMayFail = new Set([
  "http-invalid-tool-headers",
  "auth/scope-retry-limit",
  "auth/resource-mismatch",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch",
]);

/** Scenarios of extensions that are not spoken yet, at the revision they are run at. One that passes has to move up. */
export const expectedFailures = {
  "auth/enterprise-managed-authorization": "2025-11-25",
  "auth/dpop": "2026-07-28",
  "auth/dpop-nonce": "2026-07-28",
  "auth/wif-jwt-bearer": "2025-11-25",
};
