import type { DeclarationField, DeclarationFields } from "@x/mcp-core";

/** RFC 9110 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const secret: DeclarationField = {
  type: "any",
  required: true,
  example: '{ env: "API_TOKEN" }',
  problem(value: unknown) {
    if (typeof value === "function" || (typeof value === "string" && value !== "")) return undefined;
    const keys = typeof value === "object" && value !== null ? Object.entries(value) : [];
    const [key, name] = keys.length === 1 ? (keys[0] ?? []) : [];
    return (key === "env" || key === "file") && typeof name === "string" && name !== ""
      ? undefined
      : 'expected a secret: a string, { env: "NAME" }, { file: "/path" }, or a function.';
  },
};
const word = (example: string, required = false): DeclarationField => ({
  type: "string",
  example,
  required,
  problem: (value: string) =>
    token.test(value) ? undefined : "expected one word without spaces or other separators.",
});
const headerName = (required = false): DeclarationField => word('"X-Api-Key"', required);
const username: DeclarationField = {
  type: "string",
  required: true,
  example: '"agent"',
  // RFC 7617 2: the first colon ends it.
  problem: (value: string) =>
    value.includes(":") ? "a user name cannot hold a colon, which would begin the password." : undefined,
};
const placement: DeclarationField = {
  type: "object",
  required: true,
  example: '{ in: "header", name: "X-Api-Key" }',
  fields: {
    in: {
      type: "string",
      required: true,
      example: '"header"',
      problem: (value: string) =>
        value === "header" || value === "query" ? undefined : 'expected "header" or "query".',
    },
    name: { type: "string", required: true, example: '"X-Api-Key"' },
    prefix: { type: "string", example: '"Key "' },
  },
};

/** The keys of each way to authorize, beside the one that names it. */
export const authFields: Readonly<Record<string, DeclarationFields>> = {
  none: {},
  bearer: { token: secret },
  basic: { username, password: secret },
  "api-key": { key: secret, placement },
  "api-token": { token: secret, headerName: headerName(), scheme: word('"Bearer"') },
  oauth: {
    accessToken: secret,
    tokenType: word('"Bearer"'),
    expiresAt: { type: "positive", example: "1790000000000" },
  },
};

/** As {@link authFields}, where the words of a harness have other keys. */
export const harnessFields: Readonly<Record<string, DeclarationFields>> = {
  none: {},
  bearer: { token: secret },
  basic: { username, password: secret },
  "api-key": { header: headerName(true), value: secret },
  oauth2: { accessToken: secret },
};
