import type { UiJsonObject } from "../data/json.ts";
import { cleanImplementation } from "./clean/clean-implementation.ts";
import { type KnownTool, knownTools, readKnownTool } from "./clean/known-tool.ts";
import { defaultViewLimits, type ViewSessionLimits } from "./view-limits.ts";
import type { ViewHandlers, ViewModality, ViewPolicy, ViewSessionInit } from "./view-session-init.ts";

/** The init with every default filled in and everything that a server wrote copied. */
export interface ViewSettings {
  readonly instance: string;
  readonly serverId: string;
  readonly tool: KnownTool;
  readonly toolCallId: string | number | undefined;
  readonly hostInfo: UiJsonObject;
  readonly has: Readonly<Record<keyof ViewHandlers, boolean>>;
  readonly policy: Required<ViewPolicy>;
  readonly sandbox: ViewSessionInit["sandbox"];
  readonly limits: ViewSessionLimits;
  readonly draft: boolean;
}

const handlerNames = [
  "callTool",
  "readResource",
  "openLink",
  "message",
  "modelContext",
  "displayMode",
  "log",
  "approve",
  "listChanged",
  "download",
  "sample",
  "listTools",
  "listResources",
] as const satisfies readonly (keyof ViewHandlers)[];

const defaultModalities: readonly ViewModality[] = ["text", "structuredContent"];

export function resolveSettings(init: ViewSessionInit): ViewSettings {
  const { handlers = {}, policy = {} } = init;
  const has = Object.fromEntries(handlerNames.map((name) => [name, Boolean(handlers[name])]));
  return {
    instance: init.instance,
    serverId: init.serverId,
    tool: readKnownTool(init.tool),
    toolCallId: init.toolCallId,
    hostInfo: cleanImplementation(init.hostInfo),
    has: has as Record<keyof ViewHandlers, boolean>,
    policy: {
      approval: policy.approval ?? "unless-read-only",
      resources: policy.resources ?? "ui",
      linkSchemes: policy.linkSchemes ?? ["https:"],
      modalities: policy.modalities ?? defaultModalities,
    },
    sandbox: init.sandbox,
    limits: { ...defaultViewLimits, ...init.limits },
    draft: init.draft === true,
  };
}

/** The tools that a view may name, by the server's own names. */
export function resolveTools(init: ViewSessionInit): ReadonlyMap<string, KnownTool> {
  return knownTools(init.tools ?? [init.tool]);
}
