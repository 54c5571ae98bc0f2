import { ConfigError, type McpServerConfig, stableHash } from "@x/mcp-core";
import type { HarnessInstall, HarnessToolDeclaration } from "./harness-declaration.ts";

/** A server that one or more declarations name, and the tools' names for the model. */
export interface HarnessServer {
  readonly config: McpServerConfig;
  readonly toolNames: readonly string[];
}

interface Draft {
  readonly server: McpServerConfig;
  readonly toolNames: string[];
  install: HarnessInstall | undefined;
}

/**
 * The servers of a record: declarations that name the same one share it. It has the id of the first tool that
 * names it, and the kind under which a pool's factories know it.
 *
 * @throws ConfigError where two declarations of one server install it differently.
 */
export function harnessServers(
  record: Readonly<Record<string, HarnessToolDeclaration>>,
): readonly HarnessServer[] {
  const drafts = new Map<string, Draft>();
  for (const [name, declaration] of Object.entries(record)) {
    const server = serverOf(declaration);
    const key = stableHash(server);
    const install = declaration.kind === "mcp_stdio" ? declaration.install : undefined;
    const draft = drafts.get(key) ?? { server: { ...server, serverId: name }, toolNames: [], install };
    if (
      install !== undefined &&
      draft.install !== undefined &&
      stableHash(install) !== stableHash(draft.install)
    )
      throw new ConfigError({
        pointer: `/${name}/install`,
        problem: `"${draft.toolNames[0]}" installs the same server in another way. Write the same install in both, or in one of them only.`,
      });
    draft.install ??= install;
    draft.toolNames.push(name);
    drafts.set(key, draft);
  }
  return [...drafts.values()].map(({ server, install, toolNames }) => ({
    config: install === undefined ? server : Object.assign({}, server, { install }),
    toolNames,
  }));
}

/** What makes a server that server; `undefined` and a missing key are the same. */
function serverOf(declaration: HarnessToolDeclaration): Omit<McpServerConfig, "serverId"> {
  if (declaration.kind === "mcp_http") {
    const { url, headers, auth } = declaration;
    return { kind: "streamable-http", ...defined({ url, headers, auth }) };
  }
  const { command, args, cwd, env } = declaration;
  return { kind: "stdio", ...defined({ command, args, cwd, env }) };
}

function defined(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
