import type { ViewAppInfo } from "@x/ui-resources";
import type { DrivenEffect } from "./drive-session.ts";
import { announce, type McpViewErrorReason } from "./mcp-view-events.ts";
import type { ViewOwner } from "./view-owner.ts";

/** What a view's frame can be made to do. */
export interface ViewActs {
  owner(): ViewOwner;
  post(message: unknown): void;
  ready(app: ViewAppInfo): void;
  fail(reason: McpViewErrorReason, message: string): void;
  follow(size: unknown): void;
  surroundingsChanged(): void;
  end(reason: string): void;
  closed(): void;
}

/** Does what a session says; what the page's own code does with it comes later, so that it can break nothing here. */
export function carryOut(effect: DrivenEffect, acts: ViewActs): void {
  const { element, shell } = acts.owner();
  switch (effect.type) {
    case "send":
      acts.post(effect.message);
      break;
    case "ready":
      acts.ready(effect.app);
      break;
    case "failed":
      acts.fail(effect.reason === "initialize-timeout" ? "timeout" : effect.reason, effect.message);
      break;
    case "resize":
      acts.follow(effect);
      break;
    case "model-context":
      if (announce(element, "modelcontext", effect.context, true))
        queueMicrotask(() => element.broker?.updateModelContext?.(effect.context));
      break;
    case "display-mode":
      shell.fullscreen(effect.mode === "fullscreen");
      queueMicrotask(() => acts.surroundingsChanged());
      break;
    case "log":
      queueMicrotask(() => element.broker?.log?.(effect.entry));
      break;
    case "close-requested":
      if (announce(element, "closerequest", null, true)) acts.end("The view asked for it.");
      break;
    case "closed":
      acts.closed();
      break;
    case "audit":
      announce(element, "audit", effect.entry);
      break;
  }
}
