import type { ViewContainerDimensions, ViewDisplayMode, ViewHostContext } from "@x/ui-resources";
import type { McpViewElement } from "./mcp-view-element.ts";

/** The displays that a page offers; picture-in-picture is none that an element has. */
export function displayModesOf({ hostContext }: McpViewElement): readonly ViewDisplayMode[] {
  const wanted = hostContext?.availableDisplayModes ?? ["inline", "fullscreen"];
  return wanted.filter((mode) => mode !== "pip");
}

/** What a view is told about its surroundings: what the page says, over what the browser knows. */
export function hostContextOf(
  element: McpViewElement,
  containerDimensions: ViewContainerDimensions,
): ViewHostContext {
  const { hostContext, theme, ownerDocument } = element;
  const { language } = ownerDocument.defaultView?.navigator ?? {};
  return {
    platform: "web",
    ...(language && { locale: language }),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    containerDimensions,
    ...hostContext,
    ...(theme && { theme }),
    availableDisplayModes: displayModesOf(element),
  };
}

/** The fields of `next` that are not as they were. */
export function changedContext(before: ViewHostContext, next: ViewHostContext): ViewHostContext | undefined {
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
