import { copyJson } from "../data/copy-json.ts";
import type { UiJson, UiJsonObject } from "../data/json.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { askView } from "./ask-view.ts";
import { cleanResult } from "./clean/clean-result.ts";
import { readKnownTool } from "./clean/known-tool.ts";
import { emit } from "./emit.ts";
import type { Machine } from "./machine.ts";
import { nextTokenAtMs } from "./rate.ts";
import { takeRate } from "./request-gate.ts";

/** Asks for the tools of the view (draft). */
export function onListAppTools(machine: Machine): void {
  const failure = unavailable(machine);
  if (failure === undefined) askView(machine, "app-tools", "tools/list", {});
  else emit(machine, { type: "app-tools", tools: Object.freeze([]), failure });
}

/** Calls a tool of the view (draft). */
export function onCallAppTool(machine: Machine, callId: string, tool: string, input: unknown): void {
  const { maxArgumentsBytes } = machine.settings.limits;
  const copied = copyJson(input ?? {}, { maxBytes: maxArgumentsBytes });
  const isCallable = typeof tool === "string" && copied.ok && isPlainObject(copied.value);
  const failure = unavailable(machine) ?? (isCallable ? undefined : "The arguments cannot be passed on.");
  if (failure !== undefined || !copied.ok) {
    emit(machine, { type: "app-tool-result", callId, failure: failure ?? "" });
    return;
  }
  askView(machine, "app-tool", "tools/call", { name: tool, arguments: copied.value }, callId);
}

/** The tools that came back: as many as the limit, each with a name of its own. */
export function readAppTools(machine: Machine, result: UiJson | undefined): readonly UiJsonObject[] {
  const listed = isPlainObject(result) && Array.isArray(result.tools) ? result.tools : [];
  const tools = new Map<string, UiJsonObject>();
  for (const entry of listed) {
    const { name, definition } = readKnownTool(entry);
    if (tools.size >= machine.settings.limits.maxAppTools) break;
    if (name !== "" && name.length <= 128 && !tools.has(name)) tools.set(name, definition);
  }
  return Object.freeze([...tools.values()]);
}

/** The result that came back. */
export function readAppToolResult(result: UiJson | undefined): UiJsonObject {
  return cleanResult(result);
}

/** Tells the host that the list changed, if the rate allows it. */
export function flushListChange(machine: Machine): void {
  if (!machine.pendingListChange || !takeRate(machine, "listChanges")) return;
  machine.pendingListChange = false;
  emit(machine, { type: "app-tools-changed" });
}

/** When a change that waits can be told. */
export function listChangeDueAtMs(machine: Machine): number | undefined {
  const bucket = machine.buckets.get("listChanges");
  if (!machine.pendingListChange || bucket === undefined) return undefined;
  return nextTokenAtMs(bucket, machine.settings.limits.listChanges);
}

function unavailable({ settings, phase, app }: Machine): string | undefined {
  if (!settings.draft) return "This host does not use tools of views.";
  if (phase !== "ready") return "The view is not there.";
  return isPlainObject(app?.appCapabilities.tools) ? undefined : "The view has no tools.";
}
