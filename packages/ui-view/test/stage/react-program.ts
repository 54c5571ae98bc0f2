// What runs in the host page of the React tests. It renders what it is told, as often as it is told.
import { McpUiWidget, McpView, type McpViewProps } from "@x/ui-view/react";
import { createElement, type ReactElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { preparePage } from "./page-program.ts";

/** What is to be seen. Plain data: it comes from another process. */
export interface Rendering {
  readonly view?: string;
  readonly where?: "left" | "right";
  readonly theme?: "light" | "dark";
  readonly limits?: McpViewProps["limits"];
  readonly widget?: { readonly src: string; readonly theme: string; readonly sandbox?: string };
}

declare global {
  interface Window {
    render(rendering: Rendering): void;
  }
}

preparePage();
const place = document.createElement("div");
document.body.append(place);
const root = createRoot(place);

function note(type: string, detail: unknown = null): void {
  window.log.push({ id: "one", type, detail });
}

/** Everything is made inline, as people write it. */
function viewOf({ view = "", theme, limits }: Rendering): ReactElement {
  return createElement(
    McpView,
    {
      id: "one",
      className: "chat-view",
      session: window.sessionOf("one", view),
      sandbox: {
        url: `${window.sandboxOrigin}/proxy?view=${encodeURIComponent(`${window.sandboxOrigin}/view/${view}`)}`,
      },
      broker: {
        openLink: async ({ url }) => note("broker.openLink", url),
      },
      hostContext: { locale: "de" },
      ...(theme && { theme }),
      ...(limits && { limits }),
      onReady: () => note("ready"),
      onError: ({ detail }) => note("error", detail.reason),
    },
    createElement("p", { slot: "loading" }, "one moment"),
  );
}

Object.assign(window, {
  render(rendering: Rendering) {
    const { where = "left", widget, view } = rendering;
    const sections = ["left", "right"].map((id) =>
      createElement(
        "section",
        { id, key: id },
        view !== undefined && id === where ? viewOf(rendering) : null,
      ),
    );
    const frame = widget && createElement(McpUiWidget, { ...widget, title: "Widget", key: "widget" });
    root.render(createElement(StrictMode, null, [...sections, frame]));
  },
});
