import { copyJson } from "../../data/copy-json.ts";
import type { UiJsonObject } from "../../data/json.ts";
import { isPlainObject } from "../../data/plain-object.ts";
import type { KnownTool } from "../clean/known-tool.ts";
import type { Machine } from "../machine.ts";
import { type Asker, startApproval, startRequest } from "../pending.ts";
import { hasRoom, refuse, takeRate } from "../request-gate.ts";
import type { ViewApprovalBasis } from "../view-request.ts";
import type { ViewRequestHandler } from "./view-request-handler.ts";

/** `tools/call`: only tools of the same server whose visibility has `app`, and only with approval (SEP-1865, Visibility). */
export const onCallTool: ViewRequestHandler = (machine, asker, { params, bytes }) => {
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string" || !isPlainObject(given)) {
    refuse(machine, asker, "invalid-params", "invalidParams", "tools/call needs a name and arguments.");
    return;
  }
  const input = given as UiJsonObject;
  const { maxArgumentsBytes } = machine.settings.limits;
  if (bytes > maxArgumentsBytes && !copyJson(input, { maxBytes: maxArgumentsBytes }).ok) {
    refuse(machine, asker, "too-large", "invalidParams", "The arguments are too large.", name);
    return;
  }
  const tool = machine.tools.get(name);
  if (tool?.appMayCall !== true) {
    const rule = tool === undefined ? "unknown-tool" : "visibility";
    refuse(machine, asker, rule, "denied", "This view may not call such a tool.", name);
    return;
  }
  if (hasRoom(machine, asker, "toolCalls")) callOrAsk(machine, asker, tool, input);
};

function callOrAsk(machine: Machine, asker: Asker, tool: KnownTool, input: UiJsonObject): void {
  const { serverId, instance, has } = machine.settings;
  const approvedBy = basisOf(machine, tool);
  if (approvedBy !== undefined)
    startRequest(machine, asker, {
      kind: "call-tool",
      serverId,
      tool: tool.name,
      arguments: input,
      approvedBy,
    });
  else if (!has.approve)
    refuse(machine, asker, "approval", "denied", "The call was not approved.", tool.name);
  else if (waitingApprovals(machine) >= machine.settings.limits.maxApprovals)
    refuse(machine, asker, "pending", "busy", "Too many calls wait for approval.", tool.name);
  else if (!takeRate(machine, "approvals"))
    refuse(machine, asker, "rate", "busy", "Too many calls need approval; try again later.", tool.name);
  else
    startApproval(machine, asker, {
      serverId,
      tool: tool.name,
      instance,
      arguments: input,
      annotations: tool.annotations,
    });
}

function waitingApprovals({ pending }: Machine): number {
  return [...pending.values()].filter(({ approval }) => approval !== undefined).length;
}

function basisOf({ settings, approvedTools }: Machine, tool: KnownTool): ViewApprovalBasis | undefined {
  const { approval } = settings.policy;
  if (approval === "never") return "policy";
  if (approval === "unless-read-only" && tool.isReadOnly) return "read-only";
  return approvedTools.has(tool.name) ? "remembered" : undefined;
}
