import { createElement, type ReactElement, useEffect, useRef, useState } from "react";
import { type McpUiWidgetProps, mcpUiFrameAttributes } from "../mcp-ui-frame-attributes.ts";
import { themeMessage } from "../theme-message.ts";

/**
 * A UI in one sandboxed frame, served by a sandbox route. It sends no referrer and never shares your origin. A new
 * theme reaches the document in it as a message and as the frame's `color-scheme`, so that nothing in it is lost; what
 * changes the address or the sandbox loads it anew. For a UI that calls tools or has a size of its own, use `McpView`.
 */
export function McpUiWidget(props: McpUiWidgetProps): ReactElement {
  const { src, theme } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState({ src, theme });
  if (loaded.src !== src) setLoaded({ src, theme });
  const { referrerpolicy, ...attributes } = mcpUiFrameAttributes({ ...props, theme: loaded.theme });

  // the frame has an opaque origin, which cannot be named: a theme is no secret
  const tell = () => frame.current?.contentWindow?.postMessage(themeMessage(theme), "*");
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes is the theme, and only then is it told
  useEffect(() => {
    if (!first.current) tell();
    first.current = false;
  }, [theme]);

  return createElement("iframe", {
    ...attributes,
    key: attributes.sandbox,
    ref: frame,
    referrerPolicy: referrerpolicy,
    onLoad: () => {
      if (loaded.theme !== theme) tell();
    },
    style: {
      display: "block",
      width: "100%",
      minHeight: "16rem",
      border: 0,
      ...((theme === "light" || theme === "dark") && { colorScheme: theme }),
    },
  });
}
