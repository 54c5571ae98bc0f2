// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are pieces of source text.
// Guards of this package, each taken out: the tests named beside it must notice.

/** @type {readonly { name: string; tests: string; file: string; edits: readonly (readonly [string, string])[] }[]} */
export const mutants = [
  {
    name: "credentials go to any origin",
    tests: "static-auth",
    file: "src/with-auth.ts",
    edits: [["request.url.origin === origin", "true"]],
  },
  {
    name: "metadata of the root before that of the path",
    tests: "discovery-order",
    file: "src/oauth/discovery/well-known-urls.ts",
    edits: [["[new URL(`${root}${path}`), new URL(root)]", "[new URL(root), new URL(`${root}${path}`)]"]],
  },
  {
    name: "a fault of the metadata counts as absence",
    tests: "hostile-metadata",
    file: "src/oauth/discovery/protected-resource.ts",
    edits: [["named === undefined && absent.has(status)", "status >= 400"]],
  },
  {
    name: "any issuer will do",
    tests: "hostile-metadata",
    file: "src/oauth/discovery/authorization-server.ts",
    edits: [["if (actual === expected) return expected;", "return expected;"]],
  },
  {
    name: "state is not compared",
    tests: "login",
    file: "src/oauth/flow/finish-flow.ts",
    edits: [["state[0] !== flow.state", "false"]],
  },
  {
    name: "iss is not compared",
    tests: "login",
    file: "src/oauth/flow/finish-flow.ts",
    edits: [["await validate(context, flow, params);", ""]],
  },
  {
    name: "every refusal refreshes for itself",
    tests: "refresh.test",
    file: "src/oauth/shared-flight.ts",
    edits: [["flight ??= begin(work);", "flight = begin(work);"]],
  },
  {
    name: "newer tokens in the store are not looked for",
    tests: "discovery-order",
    file: "src/oauth/token/refresh-token.ts",
    edits: [["found !== undefined && found.value.generation > stale.generation", "false"]],
  },
  {
    name: "principals share their records",
    tests: "isolation",
    file: "src/oauth/record-store.ts",
    edits: [
      ["`auth/binding/${stableHash([principal, server])}`", "`auth/binding/${stableHash([server])}`"],
      [
        "stableHash([principal, server, issuer, clientId, resource ?? null])",
        "stableHash([server, issuer, clientId, resource ?? null])",
      ],
      [
        "`auth/client/${stableHash([principal, server, issuer])}`",
        "`auth/client/${stableHash([server, issuer])}`",
      ],
    ],
  },
  {
    name: "foreign errors pass as they are",
    tests: "isolation",
    file: "src/oauth/oauth-failure.ts",
    edits: [["if (isMcpError(error)) return error;", "if (error instanceof Error) return error;"]],
  },
  {
    name: "a dead process's refresh token is shown again",
    tests: "interrupted-refresh",
    file: "src/oauth/token/interrupted-refresh.ts",
    edits: [['intent.attempts < maxAttempts && (rotates === false || rule === "retry-once")', "true"]],
  },
  {
    name: "a used up refresh token is shown again, whatever the server says",
    tests: "interrupted-refresh",
    file: "src/oauth/token/interrupted-refresh.ts",
    edits: [["if (active === false)", "if (active === undefined)"]],
  },
  {
    name: "a process that slept through its lease goes on",
    tests: "interrupted-refresh",
    file: "src/oauth/token/refresh-token.ts",
    edits: [["if (!holds()) throw", "if (false) throw"]],
  },
];
