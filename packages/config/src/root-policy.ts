import { isJsonObject } from "@x/mcp-core";
import type { McpConfigDialect } from "./dialect/server-entry.ts";
import { explainIssue } from "./schema/explain-issue.ts";
import { knownKeysAt } from "./schema/field-note.ts";
import { isolationLevels } from "./schema/isolation-level.ts";
import type { ServerSchemas } from "./schema/server-schema.ts";
import type { McpSandboxPolicy, McpServerDeclaration } from "./server-declaration.ts";
import type { DocumentPath } from "./source/source-document.ts";

/** The policy of a whole file, or what is wrong with it. */
export type RootPolicy =
  | { readonly policy: McpSandboxPolicy | undefined }
  | { readonly path: DocumentPath; readonly problem: string };

/** Where `policy` beside the servers is ours. An agent has further keys of its own, and so have an editor's settings. */
const dialects: ReadonlySet<McpConfigDialect> = new Set(["native", "mcpServers"]);

/** Reads the policy beside the servers of a document. */
export function readRootPolicy(
  document: unknown,
  dialect: McpConfigDialect,
  schemas: Pick<ServerSchemas, "policy">,
): RootPolicy {
  if (!dialects.has(dialect) || !isJsonObject(document) || document.policy === undefined)
    return { policy: undefined };
  const checked = schemas.policy.safeParse(document.policy);
  if (checked.success) return { policy: checked.data as McpSandboxPolicy };
  const [issue = { path: [] }] = checked.error.issues;
  return explainIssue({ ...issue, path: ["policy", ...issue.path] }, document, knownKeysAt);
}

/** A program under the policy of its file, too. They add up: neither weakens the other. */
export function underPolicy<T extends McpServerDeclaration>(
  declaration: T,
  root: McpSandboxPolicy | undefined,
): T {
  if (root === undefined || declaration.kind !== "stdio") return declaration;
  return { ...declaration, policy: combined(root, declaration.policy ?? {}) };
}

function combined(a: McpSandboxPolicy, b: McpSandboxPolicy): McpSandboxPolicy {
  const rank = ({ minimumIsolation = "none" }: McpSandboxPolicy) => isolationLevels.indexOf(minimumIsolation);
  const { minimumIsolation } = rank(a) >= rank(b) ? a : b;
  const network = a.network === "none" || b.network === "none" ? "none" : (a.network ?? b.network);
  return {
    ...(minimumIsolation === undefined ? {} : { minimumIsolation }),
    ...(network === undefined ? {} : { network }),
  };
}
