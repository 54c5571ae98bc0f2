// The scenarios of each revision, and how many SUCCESS checks the referee must count at least: a client that does
// nothing passes some scenarios, so an exit code alone is no proof.
export const refereeVersion = "0.2.0-alpha.12";

/** Checks that the referee makes per request are not counted on: only what every correct client reaches. */
export const requirements = {
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
  },
};

/** Scenarios in which the client is expected to end with an error. */
export const clientMayFail = new Set(["http-invalid-tool-headers"]);
