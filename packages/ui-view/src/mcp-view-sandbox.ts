/** What is known when an address is minted. */
export interface McpViewMintContext {
  readonly theme: "light" | "dark" | undefined;
  /** Names this view among all of the page. */
  readonly instance: string;
  /** Aborted when nobody waits for the address any more. */
  readonly signal: AbortSignal;
}

/**
 * Where the sandbox proxy is. Its origin must not be that of the page. With `html`, the document is handed to the
 * proxy (`sandbox-resource-ready` of the specification); without, the address leads to the view by itself, as one that
 * `createMcpSandboxHandler` mints does.
 */
export type McpViewSandbox = (
  | { readonly url: string | URL }
  | {
      /** Called for each frame that is made, since addresses expire. */
      mint(context: McpViewMintContext): Promise<string | URL>;
    }
) & { html?(): Promise<string> };
