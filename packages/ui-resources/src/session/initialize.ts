import type { UiJsonObject } from "../data/json.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { uiProtocolVersion } from "../data/ui-profile.ts";
import { isDisplayMode } from "./clean/clean-host-context.ts";
import { isImplementation } from "./clean/clean-implementation.ts";
import { tellUntoldContext } from "./context-flow.ts";
import { audit, emit, reply, replyError } from "./emit.ts";
import { fail } from "./ending.ts";
import { hostCapabilities } from "./host-capabilities.ts";
import type { Machine, RpcId } from "./machine.ts";
import { tellCall } from "./tool-flow.ts";
import { viewErrorCodes } from "./view-error-codes.ts";

/** It is kept as long as the view; icons as data fit in. */
const maxBytes = 256 * 1024;

/**
 * `ui/initialize` (SEP-1865, Lifecycle). A bad one is answered with an error, and the session ends: an app that takes
 * no notice of the error must not look alive. A version we do not speak is answered with ours, as in MCP.
 */
export function onInitialize(machine: Machine, id: RpcId, params: UiJsonObject, bytes: number): void {
  const { appInfo, appCapabilities, protocolVersion } = params;
  if (
    bytes > maxBytes ||
    !isImplementation(appInfo) ||
    !isPlainObject(appCapabilities) ||
    typeof protocolVersion !== "string" ||
    !areDisplayModes((appCapabilities as UiJsonObject).availableDisplayModes)
  ) {
    const message = "ui/initialize needs appInfo { name, version }, appCapabilities and protocolVersion.";
    audit(machine, {
      direction: "from-view",
      what: "ui/initialize",
      outcome: "refused",
      rule: "bad-initialize",
    });
    replyError(machine, id, viewErrorCodes.invalidParams, message);
    fail(machine, "bad-initialize", message);
    return;
  }
  machine.app = Object.freeze({
    appInfo,
    appCapabilities: appCapabilities as UiJsonObject,
    protocolVersion,
  });
  machine.phase = "initializing";
  audit(machine, { direction: "from-view", what: "ui/initialize", outcome: "accepted" });
  reply(machine, id, {
    protocolVersion: uiProtocolVersion,
    hostInfo: machine.settings.hostInfo,
    hostCapabilities: hostCapabilities(machine.settings),
    hostContext: { ...machine.hostContext, toolInfo: toolInfo(machine) },
  });
}

/** `ui/notifications/initialized`: from here on, the host may talk. */
export function onInitialized(machine: Machine): void {
  if (machine.app === undefined) return;
  machine.phase = "ready";
  machine.initDeadlineMs = undefined;
  audit(machine, { direction: "from-view", what: "ui/notifications/initialized", outcome: "accepted" });
  emit(machine, { type: "ready", app: machine.app });
  tellUntoldContext(machine);
  tellCall(machine);
}

function toolInfo({ settings }: Machine): UiJsonObject {
  const { tool, toolCallId } = settings;
  const hasId = typeof toolCallId === "string" || Number.isSafeInteger(toolCallId);
  return { ...(hasId ? { id: toolCallId as RpcId } : {}), tool: tool.definition };
}

function areDisplayModes(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isDisplayMode));
}
