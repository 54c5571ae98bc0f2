import { audit, reply } from "./emit.ts";
import { onInitialize } from "./initialize.ts";
import type { Machine } from "./machine.ts";
import type { ViewMessage } from "./read-message.ts";
import { isPending, refuse } from "./request-gate.ts";
import { onCallTool } from "./requests/call-tool.ts";
import { onChatMessage } from "./requests/chat-message.ts";
import { onDownload, onListResources, onListTools, onSample } from "./requests/draft-requests.ts";
import { onModelContext } from "./requests/model-context.ts";
import { onOpenLink } from "./requests/open-link.ts";
import { onReadResource } from "./requests/read-resource.ts";
import { onRequestDisplayMode } from "./requests/request-display-mode.ts";
import type { ViewRequestHandler } from "./requests/view-request-handler.ts";
import type { ViewHandlers } from "./view-session-init.ts";

interface Route {
  readonly handle: ViewRequestHandler;
  /** What the host must have for it. */
  readonly needs?: keyof ViewHandlers;
  readonly draft?: true;
}

const routes: Readonly<Record<string, Route>> = {
  "tools/call": { handle: onCallTool, needs: "callTool" },
  "resources/read": { handle: onReadResource, needs: "readResource" },
  "ui/open-link": { handle: onOpenLink, needs: "openLink" },
  "ui/message": { handle: onChatMessage, needs: "message" },
  "ui/update-model-context": { handle: onModelContext, needs: "modelContext" },
  "ui/request-display-mode": { handle: onRequestDisplayMode },
  "ui/download-file": { handle: onDownload, needs: "download", draft: true },
  "sampling/createMessage": { handle: onSample, needs: "sample", draft: true },
  "tools/list": { handle: onListTools, needs: "listTools", draft: true },
  "resources/list": { handle: onListResources, needs: "listResources", draft: true },
};

/** A request of the view: by phase first, then by what the host can do. */
export function onRequest(machine: Machine, message: Extract<ViewMessage, { kind: "request" }>): void {
  const { id, method, params, bytes } = message;
  const asker = { id, method };
  const { phase } = machine;
  if (phase === "failed") refuse(machine, asker, "ended", "invalidRequest", "This session has ended.");
  else if (isPending(machine, id))
    // An answer would be taken for that of the first.
    audit(machine, { direction: "from-view", what: method, outcome: "dropped", rule: "duplicate-id" });
  else if (method === "ping") reply(machine, id, {});
  else if (method === "ui/initialize") {
    if (phase === "waiting") onInitialize(machine, id, params, bytes);
    else refuse(machine, asker, "already-initialized", "invalidRequest", "This view is initialized already.");
  } else if (phase === "waiting" || phase === "initializing")
    refuse(machine, asker, "not-initialized", "invalidRequest", "Send ui/initialize and initialized first.");
  else if (phase === "closing" && method !== "ui/update-model-context")
    refuse(machine, asker, "closing", "invalidRequest", "The view is being closed.");
  else route(machine, asker, { params, bytes });
}

function route(
  machine: Machine,
  asker: Parameters<ViewRequestHandler>[1],
  content: Parameters<ViewRequestHandler>[2],
): void {
  const found = Object.hasOwn(routes, asker.method) ? routes[asker.method] : undefined;
  const { has, draft } = machine.settings;
  if (found === undefined) refuse(machine, asker, "unknown-method", "methodNotFound", "Unknown method.");
  else if (found.draft && !draft)
    refuse(machine, asker, "draft", "methodNotFound", "This host does not take requests of the draft.");
  else if (found.needs !== undefined && !has[found.needs])
    refuse(machine, asker, "no-handler", "methodNotFound", "This host does not take such requests.");
  else found.handle(machine, asker, content);
}
