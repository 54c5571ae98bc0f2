import {
  ConfigError,
  type ConfigPlace,
  checkDeclaration,
  isJsonObject,
  type JsonObject,
  nearestNames,
} from "@x/mcp-core";
import type { HarnessAuthConfig, McpAuthConfig } from "./auth-config.ts";
import { authFields, harnessFields } from "./auth-fields.ts";
import { oauth2Fields } from "./oauth2-fields.ts";

/** Where the declaration stands, for messages. */
export interface AuthPlace extends Partial<ConfigPlace> {
  readonly serverId?: string | undefined;
}

/**
 * Reads a declaration of authorization in any spelling: `mode` (or `type`) as {@link McpAuthConfig} has it, `kind`
 * in the words of a harness; `api_key` and `api-key` are the same.
 *
 * @throws ConfigError that names the key and repeats no value.
 */
export function parseAuthConfig(input: unknown, at: AuthPlace = {}): McpAuthConfig {
  const place = { pointer: "/auth", ...at };
  if (!isJsonObject(input))
    throw new ConfigError({
      ...place,
      problem: 'expected an object, such as { mode: "bearer", token: "…" }.',
    });
  const word = ["mode", "kind", "type"].find((key) => input[key] !== undefined) ?? "mode";
  const { [word]: named, ...rest } = input;
  const mode = typeof named === "string" ? named.replaceAll("_", "-") : "";
  const words = word === "kind" ? harnessFields : { ...authFields, oauth2: oauth2Fields };
  // A harness's words in the other spelling are understood where they are unmistakable.
  const harness = word === "kind" || isHarness(mode, rest);
  const table = harness ? harnessFields : words;
  const fields = Object.hasOwn(table, mode) ? table[mode] : undefined;
  if (fields === undefined) {
    const known = Object.keys(table);
    const [nearest] = nearestNames(mode, known, 1);
    const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
    throw new ConfigError({
      ...place,
      pointer: `${place.pointer}/${word}`,
      problem: `expected one of ${known.map((name) => `"${name}"`).join(", ")}.${hint}`,
    });
  }
  checkDeclaration(rest, fields, { ...place, what: `authorization of the kind "${mode}"` });
  if (harness) return fromHarness({ kind: mode.replaceAll("-", "_"), ...rest } as HarnessAuthConfig);
  return { mode, ...rest } as McpAuthConfig;
}

function isHarness(mode: string, rest: JsonObject): boolean {
  return (
    (mode === "oauth2" && rest.accessToken !== undefined) || (mode === "api-key" && rest.header !== undefined)
  );
}

function fromHarness(config: HarnessAuthConfig): McpAuthConfig {
  switch (config.kind) {
    case "none":
      return { mode: "none" };
    case "bearer":
      return { mode: "bearer", token: config.token };
    case "basic":
      return { mode: "basic", username: config.username, password: config.password };
    case "oauth2":
      return { mode: "oauth", accessToken: config.accessToken };
    case "api_key":
      return { mode: "api-key", key: config.value, placement: { in: "header", name: config.header } };
  }
}
