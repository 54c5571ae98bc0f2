import type { UiPermission, UiPermissions } from "@x/ui-resources";
import type { McpViewSession } from "./mcp-view-session.ts";

/** What a view is to be called. */
export function titlesOf({ record, tool, title, serverName }: McpViewSession): readonly [string, string] {
  const own = [title, tool?.title, tool?.name, record.toolName].find((name) => typeof name === "string");
  return [serverName ?? record.serverId ?? "", String(own ?? record.uri)];
}

/** The frame of the sandbox proxy. It is of another origin, so that it may have that origin to itself. */
export function makeFrame(document: Document, title: string, allow: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.referrerPolicy = "no-referrer";
  if (allow !== "") frame.allow = allow;
  return frame;
}

const features: Readonly<Record<UiPermission, string>> = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "geolocation",
  clipboardWrite: "clipboard-write",
};

/** The permissions that a document declares and the page grants. */
export function grantedTo({ document }: McpViewSession, grants: readonly UiPermission[] = []): UiPermissions {
  const granted = grants.filter(
    (name) => Object.hasOwn(features, name) && document?.permissions?.[name] !== undefined,
  );
  return Object.fromEntries(granted.map((name) => [name, {}]));
}

/** The same for the `allow` of a frame. */
export function allowOf(granted: UiPermissions): string {
  return (Object.keys(granted) as UiPermission[]).map((name) => features[name]).join("; ");
}

/** Where a sandbox proxy is, checked: another origin than the page's, reached by HTTP. */
export function proxyAddress(address: string | URL, window: Window & typeof globalThis): URL {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError("The sandbox must be reached by https.");
  if (url.origin === window.origin)
    throw new TypeError("The sandbox must have another origin than the page.");
  return url;
}
