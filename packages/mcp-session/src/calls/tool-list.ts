import type { McpTool } from "@x/mcp-core";
import { outcomeError } from "../exchange/outcome-error.ts";
import type { SessionSettings } from "../session-options.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { listContext, listTools } from "../tools/list-tools.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { waitFor } from "./perform.ts";
import { maxSends, mayResend } from "./resend.ts";

/** What reading the list anew is bounded by. */
export interface ListOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
}

/** Reads the tool list of a session. */
export interface ToolListReader {
  /** Reads it from the server, connecting where needed. A connection that was just made has just listed. */
  read(options: ListOptions): Promise<readonly McpTool[]>;
}

/** Makes the reader. Listing does no harm twice, so a connection that breaks is followed by one more try. */
export function createToolListReader(parts: {
  readonly settings: SessionSettings;
  readonly supervisor: Supervisor;
  readonly catalog: ToolCatalog;
}): ToolListReader {
  const { settings, supervisor, catalog } = parts;
  const { serverId } = settings;
  return {
    async read(options) {
      const operation = {
        ...options,
        method: "tools/list",
        params: {},
        phase: "list",
        serverId,
        toolName: undefined,
        meta: undefined,
        signal: options.signal,
        endsAt: supervisor.now() + options.totalTimeoutMs,
        onProgress: undefined,
        harmlessTwice: true,
        headers: () => undefined,
      } as const;
      for (let sends = 1; ; sends++) {
        const connection = supervisor.connection;
        if (connection === undefined) {
          await supervisor.connected(waitFor(operation, supervisor));
          return catalog.tools;
        }
        const ticket = catalog.ticket();
        const listed = await listTools(connection, settings, {
          ...options,
          totalTimeoutMs: operation.endsAt - supervisor.now(),
        });
        if ("list" in listed) {
          catalog.take(listed.list, ticket).publish();
          return catalog.tools;
        }
        const { failure } = listed;
        const dropped = failure.kind === "closed" && failure.change.reason !== "stopped";
        const again = dropped || (await mayResend(connection, failure, operation, parts));
        if (!again || sends >= maxSends) throw outcomeError(failure, listContext(serverId));
      }
    },
  };
}
