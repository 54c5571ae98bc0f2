import { type CSSProperties, createElement, type ReactElement, type ReactNode, useRef } from "react";
import { defineMcpView } from "../define-mcp-view.ts";
import type { McpViewElement, McpViewProperties } from "../mcp-view-element.ts";
import type { McpViewEventMap } from "../mcp-view-events.ts";
import { viewPropertyNames } from "../view-property-names.ts";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.ts";

/** What hears an event of the element. */
export type McpViewHandler<Type extends keyof McpViewEventMap> = (event: McpViewEventMap[Type]) => unknown;

/** Handlers of the element's events; those of questions may `preventDefault()` or `decide(…)`. */
export interface McpViewHandlers {
  readonly onReady?: McpViewHandler<"ready">;
  readonly onError?: McpViewHandler<"error">;
  readonly onResize?: McpViewHandler<"resize">;
  readonly onOpenLink?: McpViewHandler<"openlink">;
  readonly onMessage?: McpViewHandler<"message">;
  readonly onModelContext?: McpViewHandler<"modelcontext">;
  readonly onDisplayMode?: McpViewHandler<"displaymode">;
  readonly onDownload?: McpViewHandler<"download">;
  readonly onCloseRequest?: McpViewHandler<"closerequest">;
  readonly onAudit?: McpViewHandler<"audit">;
}

/** The element's properties, its events, and what every element has. */
export interface McpViewProps extends McpViewHandlers, Partial<Readonly<McpViewProperties>> {
  readonly id?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** `none`: the page gives the frame its height. */
  readonly autosize?: "none";
  /** Lets the view be without a border if it prefers so. */
  readonly trusted?: boolean;
  /** Called with the element when it is there. */
  readonly onElement?: (element: McpViewElement) => void;
  /** Content for the slots `loading`, `error` and `text`: elements with a `slot` attribute. */
  readonly children?: ReactNode;
}

const eventProps = {
  ready: "onReady",
  error: "onError",
  resize: "onResize",
  openlink: "onOpenLink",
  message: "onMessage",
  modelcontext: "onModelContext",
  displaymode: "onDisplayMode",
  download: "onDownload",
  closerequest: "onCloseRequest",
  audit: "onAudit",
} as const satisfies Record<keyof McpViewEventMap, keyof McpViewHandlers>;

/**
 * `<mcp-view>` for React 18 and 19. Rendering again, in StrictMode too, never loads a view anew; props may be made
 * inline. When it is unmounted, the view is parked for `limits.parkedMs`: mounted again in that time it goes on where
 * it was, else it says goodbye.
 */
export function McpView(props: McpViewProps): ReactElement {
  const element = useRef<McpViewElement>(null);
  const latest = useRef(props);

  useBrowserLayoutEffect(() => {
    defineMcpView();
    const { current } = element;
    if (current === null) return;
    const listeners = Object.entries(eventProps).map(([type, name]) => {
      const listener = (event: Event) =>
        (latest.current[name] as ((event: Event) => unknown) | undefined)?.(event);
      current.addEventListener(type, listener);
      return () => current.removeEventListener(type, listener);
    });
    latest.current.onElement?.(current);
    return () => {
      current.park();
      for (const remove of listeners) remove();
    };
  }, []);

  useBrowserLayoutEffect(() => {
    latest.current = props;
    const { current } = element;
    if (current === null) return;
    for (const name of viewPropertyNames)
      if (current[name] !== props[name]) assign(current, name, props[name]);
    current.resume();
  });

  const { id, className, style, autosize, trusted, children } = props;
  return createElement(
    "mcp-view",
    { ref: element, id, class: className, style, autosize, trusted: trusted === true ? "" : undefined },
    children,
  );
}

function assign(element: McpViewElement, name: keyof McpViewProperties, value: unknown): void {
  Object.assign(element, { [name]: name === "draft" ? value === true : value });
}
