import { copyJson } from "../data/copy-json.ts";
import type { UiJsonObject } from "../data/json.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { isDisplayMode } from "./clean/clean-host-context.ts";
import { cleanResult } from "./clean/clean-result.ts";
import type { Machine } from "./machine.ts";
import { areAccepted, readBlocks } from "./requests/content-blocks.ts";
import type { ViewModelContext } from "./view-request.ts";

/** A state holds arguments, a result and a context, each of which has a limit of its own. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Takes over what an earlier session of the same view knew. It may come from a place that others can write to, so
 * that everything is checked as if a view or a server had sent it, and nothing in it approves anything.
 */
export function restore(machine: Machine, saved: unknown): void {
  if (saved === undefined || saved === null) return;
  const copied = copyJson(saved, { maxBytes });
  if (!copied.ok || !isPlainObject(copied.value)) return;
  const state = copied.value as UiJsonObject;
  const { instance, serverId, tool } = machine.settings;
  const isSame = state.instance === instance && state.serverId === serverId && state.tool === tool.name;
  if (state.version !== 1 || !isSame) return;
  const { toolInput, toolResult, toolCancelled, displayMode } = state;
  if (isPlainObject(toolInput)) machine.toolInput = toolInput as UiJsonObject;
  if (isPlainObject(toolResult)) {
    machine.toolInput ??= Object.freeze({});
    machine.toolResult = cleanResult(toolResult as UiJsonObject);
  } else if (isPlainObject(toolCancelled) && typeof toolCancelled.reason === "string")
    machine.toolCancelled = Object.freeze({ reason: toolCancelled.reason.slice(0, 1024) });
  machine.modelContext = restoreContext(machine, state.modelContext as UiJsonObject | undefined);
  if (isDisplayMode(displayMode) && machine.hostContext.displayMode === undefined)
    machine.hostContext = Object.freeze({ ...machine.hostContext, displayMode });
}

function restoreContext(machine: Machine, saved: UiJsonObject | undefined): ViewModelContext | undefined {
  if (!isPlainObject(saved)) return undefined;
  const { content, structuredContent } = saved as UiJsonObject;
  const { modalities } = machine.settings.policy;
  const blocks = Array.isArray(content) ? readBlocks(content) : undefined;
  const takesStructure = isPlainObject(structuredContent) && modalities.includes("structuredContent");
  return Object.freeze({
    ...(blocks === undefined || !areAccepted(blocks, modalities) ? {} : { content: blocks }),
    ...(takesStructure ? { structuredContent: structuredContent as UiJsonObject } : {}),
  });
}
