import { McpAuthError } from "@x/mcp-core";

/** A store on files that cannot be used. The message names the folder, and nothing that is in it. */
export function storeFailure(problem: string, cause?: unknown): McpAuthError {
  return new McpAuthError({
    authCode: "store_unavailable",
    message: `The file store cannot be used: ${problem}`,
    phase: "store",
    retry: "after-delay",
    outcome: "not-sent",
    cause,
  });
}

/** The `code` of a failed system call, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
