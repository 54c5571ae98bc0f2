import type { McpViewProperties } from "./mcp-view-element.ts";

/** The properties of the element that a page sets. */
export const viewPropertyNames: readonly (keyof McpViewProperties)[] = [
  "session",
  "sandbox",
  "broker",
  "theme",
  "hostContext",
  "grants",
  "policy",
  "limits",
  "hostInfo",
  "draft",
  "labels",
  "clock",
];
