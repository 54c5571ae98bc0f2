import { createToolRegistry, effectOf, registerMcpTools, type ToolRegistryPort, withPolicy } from "@x/tools";
import type { ServerFleet } from "../servers/server-fleet.ts";
import { isKnownToRead } from "../servers/wiki-server.ts";
import type { WikiPages } from "../wiki/wiki-pages.ts";
import { wikiTools } from "../wiki/wiki-tools.ts";
import type { Approvals } from "./approvals.ts";
import { askTool } from "./ask-tool.ts";
import type { Questions } from "./questions.ts";

/** Everything a model may call: the wiki's own tools and those of the servers, in one registry. */
export interface AgentTools extends AsyncDisposable {
  readonly registry: ToolRegistryPort;
}

/** What the tools work with. */
export interface AgentToolsOptions {
  readonly pages: WikiPages;
  readonly fleet: Pick<ServerFleet, "pool" | "get">;
  readonly approvals: Approvals;
  readonly questions: Questions;
}

/**
 * Makes the registry. Tools of servers run by the default policy: what says that it only reads runs, everything else
 * is asked for. The pool is still empty now: servers are registered when they come, and start when they are added.
 */
export async function createAgentTools(options: AgentToolsOptions): Promise<AgentTools> {
  const { pages, fleet, approvals, questions } = options;
  const registry = createToolRegistry([...wikiTools(pages, approvals), askTool(questions)]);
  const guarded = withPolicy({
    approve: ({ tool, args, reason, toolCallId = "" }, { signal }) => {
      if (isKnownToRead(fleet.get(tool.serverId), tool.serverToolName)) return true;
      return approvals.ask(
        {
          callId: toolCallId,
          from: "chat",
          tool: tool.name,
          serverId: tool.serverId,
          ...(tool.title === undefined ? {} : { title: tool.title }),
          arguments: args,
          effect: effectOf(tool.annotations) === "write" ? "write" : "destructive",
          reason,
        },
        signal,
      );
    },
  })(fleet.pool);
  const registration = await registerMcpTools(registry, guarded);
  return {
    registry,
    [Symbol.asyncDispose]: () => registration[Symbol.asyncDispose](),
  };
}
