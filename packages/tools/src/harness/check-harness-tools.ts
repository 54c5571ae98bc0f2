import {
  ConfigError,
  checkDeclaration,
  type DeclarationField,
  type DeclarationFields,
  isJsonObject,
  nearestNames,
} from "@x/mcp-core";
import { checkToolName } from "../tool-name-rule.ts";
import type { HarnessToolDeclaration } from "./harness-declaration.ts";

const text = (example: string, required = false): DeclarationField => ({ type: "string", required, example });
const env: DeclarationField = { type: "record", example: '{ LANG: "C.UTF-8" }' };

const everyTool: DeclarationFields = {
  kind: text('"mcp_stdio"', true),
  description: text('"Create diagrams."'),
  tool: text('"drawio.create"', true),
  inputSchema: { type: "object", example: '{ type: "object" }' },
  inputAdapter: { type: "function", example: "(args) => args" },
  outputAdapter: { type: "function", example: "(output) => output" },
};

const install: DeclarationFields = {
  command: text('"npm install @drawio/mcp"', true),
  cwd: text('"/workspace"'),
  env,
  timeoutMs: { type: "positive", example: "120_000" },
};

const stdio: DeclarationFields = {
  ...everyTool,
  command: text('"npx"', true),
  args: { type: "strings", example: '["@drawio/mcp"]' },
  cwd: text('"/workspace"'),
  env,
  install: { type: "object", example: '{ command: "npm install @drawio/mcp" }', fields: install },
};

const http: DeclarationFields = {
  ...everyTool,
  url: { ...text('"https://mcp.example.com/mcp"', true), problem: urlProblem },
  headers: { type: "record", example: '{ "x-team": "docs" }' },
  auth: { type: "object", example: '{ kind: "bearer", token: "…" }' },
};

const kinds: Readonly<Record<string, { readonly what: string; readonly fields: DeclarationFields }>> = {
  mcp_stdio: { what: "an mcp_stdio tool", fields: stdio },
  mcp_http: { what: "an mcp_http tool", fields: http },
};

/** A string, or whatever else the factory's authorization reads a secret from. */
const secret: DeclarationField = {
  type: "any",
  required: true,
  example: '"…"',
  problem: (value: unknown) =>
    (typeof value === "string" && value !== "") || typeof value === "function" || isJsonObject(value)
      ? undefined
      : "expected a non-empty string, or an object that says where the secret is kept.",
};
const auths: Readonly<Record<string, DeclarationFields>> = {
  none: {},
  bearer: { token: secret },
  oauth2: { accessToken: secret },
  api_key: { header: text('"x-api-key"', true), value: secret },
  basic: { username: text('"user"', true), password: secret },
};

/**
 * Checks a record of declarations: which key is wrong, what was expected and what to write.
 *
 * @throws ConfigError for the first thing that is wrong; it repeats no value.
 */
export function checkHarnessTools(
  record: unknown,
): asserts record is Readonly<Record<string, HarnessToolDeclaration>> {
  if (!isJsonObject(record))
    throw new ConfigError({ pointer: "", problem: "expected an object of tools by name." });
  for (const [name, declaration] of Object.entries(record)) {
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    checkToolName(name, pointer);
    if (!isJsonObject(declaration))
      throw new ConfigError({ pointer, problem: "expected a tool as an object." });
    const { what, fields } = lookUp(kinds, declaration.kind, `${pointer}/kind`);
    checkDeclaration(declaration, fields, { pointer, what });
    if (declaration.auth === undefined) continue;
    const auth = declaration.auth as { readonly kind?: unknown };
    const authFields = lookUp(auths, auth.kind, `${pointer}/auth/kind`);
    const kind = text('"bearer"', true);
    checkDeclaration(auth, { kind, ...authFields }, { pointer: `${pointer}/auth`, what: "`auth`" });
  }
}

function lookUp<T>(known: Readonly<Record<string, T>>, kind: unknown, pointer: string): T {
  if (typeof kind === "string" && Object.hasOwn(known, kind)) return known[kind] as T;
  const names = Object.keys(known);
  const [nearest] = typeof kind === "string" ? nearestNames(kind, names, 1) : [];
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  throw new ConfigError({
    pointer,
    problem: `expected one of ${names.map((name) => `"${name}"`).join(", ")}.${hint}`,
  });
}

function urlProblem(url: string): string | undefined {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol === "https:" || protocol === "http:") return undefined;
  return 'expected an http or https URL, such as "https://mcp.example.com/mcp".';
}
