import { copyJson } from "../data/copy-json.ts";
import type { UiJson, UiJsonObject } from "../data/json.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { readUiMeta } from "../document/read-ui-meta.ts";
import type { ViewSettings } from "./settings.ts";
import type { ViewModality } from "./view-session-init.ts";

/** What the view is told that the host can do (SEP-1865, Host Capabilities): only what there is a handler for. */
export function hostCapabilities({ has, policy, sandbox, draft }: ViewSettings): UiJsonObject {
  const list: UiJsonObject = has.listChanged ? { listChanged: true } : {};
  const capabilities: Record<string, UiJson> = {};
  if (has.openLink) capabilities.openLinks = {};
  if (has.callTool) capabilities.serverTools = list;
  if (has.readResource) capabilities.serverResources = list;
  if (has.log) capabilities.logging = {};
  if (has.modelContext) capabilities.updateModelContext = modalities(policy.modalities);
  if (has.message)
    capabilities.message = modalities(policy.modalities.filter((name) => name !== "structuredContent"));
  if (draft && has.download) capabilities.downloadFile = {};
  if (draft && has.sample) capabilities.sampling = {};
  const applied = appliedSandbox(sandbox);
  if (applied !== undefined) capabilities.sandbox = applied;
  return capabilities;
}

function modalities(names: readonly ViewModality[]): UiJsonObject {
  return Object.fromEntries(names.map((name) => [name, {}]));
}

function appliedSandbox(sandbox: ViewSettings["sandbox"]): UiJsonObject | undefined {
  if (sandbox === undefined) return undefined;
  const { csp, permissions } = readUiMeta({ _meta: { ui: sandbox } }, "sandbox").meta;
  const copied = copyJson({ csp, permissions }, { maxBytes: 256 * 1024 });
  return copied.ok && isPlainObject(copied.value) ? (copied.value as UiJsonObject) : undefined;
}
