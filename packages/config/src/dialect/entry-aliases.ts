import type { JsonObject } from "@x/mcp-core";

/** What a kind is called in the field, as `kind`, `type` or `transport`. */
export const kindAliases: Readonly<Record<string, "stdio" | "streamable-http">> = {
  stdio: "stdio",
  local: "stdio",
  http: "streamable-http",
  "streamable-http": "streamable-http",
  streamable_http: "streamable-http",
  streamableHttp: "streamable-http",
  remote: "streamable-http",
  // Streamable HTTP is tried first and HTTP+SSE after it, so that old entries work with servers that moved on.
  sse: "streamable-http",
};

/** Other names of keys, by the names that declarations have. */
export const keyAliases: Readonly<Record<string, readonly string[]>> = {
  kind: ["type", "transport"],
  url: ["serverUrl", "httpUrl", "baseUrl", "base_url", "server_url"],
  cwd: ["workingDirectory", "working_directory"],
  env: ["environment"],
  envFile: ["env_file"],
  headers: ["http_headers", "requestHeaders"],
  callTimeoutMs: ["timeout", "toolTimeoutMs"],
  connectTimeoutMs: ["startupTimeoutMs", "initTimeout"],
  allowedTools: ["includeTools", "enabledTools", "enabled_tools"],
  blockedTools: ["excludeTools", "disabledTools", "disabled_tools"],
};

/** Keys of other programs that say nothing about how a server is reached. */
export const foreignKeys: ReadonlySet<string> = new Set([
  "name",
  "title",
  "description",
  "gallery",
  "version",
  "icon",
  "id",
]);

/** Keys of other programs that mean something, and are not read here: why. */
export const unreadKeys: Readonly<Record<string, string>> = {
  alwaysAllow: "what runs unasked is decided by the policy of the program, not in this file",
  autoApprove: "what runs unasked is decided by the policy of the program, not in this file",
  trust: "what runs unasked is decided by the policy of the program, not in this file",
  dev: "watching the server's own files is up to an editor",
  sandbox: "the sandbox is chosen where the program is composed, not in this file",
  sandboxEnabled: "the sandbox is chosen where the program is composed, not in this file",
};

/** Where the value of a key stands in an entry: under its own name or one of its aliases. */
export function writtenAs(entry: JsonObject, key: string): readonly string[] {
  return [key, ...(Object.hasOwn(keyAliases, key) ? (keyAliases[key] ?? []) : [])].filter(
    (name) => entry[name] !== undefined,
  );
}
