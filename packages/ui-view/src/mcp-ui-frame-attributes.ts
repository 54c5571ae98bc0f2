import { resolveWidgetSrc } from "./resolve-widget-src.ts";
import { sanitizeSandbox } from "./sanitize-sandbox.ts";

/** What a widget's frame is made from. */
export interface McpUiWidgetProps {
  /** Address of the sandbox route that serves the UI. */
  readonly src: string;
  /** Name of the theme, handed to the route as `?theme=`. */
  readonly theme: string;
  /** What a screen reader calls the frame; default `MCP UI widget`. */
  readonly title?: string | undefined;
  /** More `sandbox` tokens; `allow-same-origin` is taken out. Default: `allow-scripts` alone. */
  readonly sandbox?: string | undefined;
}

/** Attributes of an `iframe`, under the names that HTML has for them. */
export interface McpUiFrameAttributes {
  readonly src: string;
  readonly title: string;
  readonly sandbox: string;
  readonly loading: "lazy";
  readonly referrerpolicy: "no-referrer";
}

/** The attributes of the frame that shows a widget, for any way of writing HTML. */
export function mcpUiFrameAttributes(props: McpUiWidgetProps): McpUiFrameAttributes {
  return {
    src: resolveWidgetSrc(props.src, props.theme),
    title: props.title ?? "MCP UI widget",
    sandbox: sanitizeSandbox(props.sandbox),
    loading: "lazy",
    referrerpolicy: "no-referrer",
  };
}
