import { defineMcpView, type McpViewElement } from "@x/ui-view";
import type { HTMLAttributes, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { WidgetView } from "../../../src/contract/widget.ts";
import { useStore } from "../store/page-store.ts";
import { ConsentQuestion } from "./consent-question.tsx";
import { messageText } from "./message-text.ts";
import { useConsent } from "./use-consent.ts";
import { createWidgetBroker } from "./widget-broker.ts";
import { toSession } from "./widget-session.ts";

defineMcpView();

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "mcp-view": HTMLAttributes<McpViewElement>;
    }
  }
}

/** The element that shows the view, wired to the app; its frame stays whatever happens around it. */
export function McpViewBox({
  widget,
  title,
}: {
  readonly widget: WidgetView;
  readonly title: string;
}): JSX.Element {
  const { widgets, chat, theme } = useStore();
  const element = useRef<McpViewElement>(null);
  const consent = useConsent();
  const shown = theme.shown.value;
  const { callId } = widget;

  useEffect(() => {
    const view = element.current;
    if (view === null) return;
    view.theme = theme.shown.peek();
    view.broker = createWidgetBroker({ widgets, chat, callId });
    view.sandbox = {
      // The address that came with the widget may be old by now.
      mint: async ({ theme: wanted }) => (await widgets.view(callId, wanted)).sandboxUrl,
    };
    view.session = toSession(widget, title);
    const onLink = (
      event: CustomEvent<{ host: string; url: string; decide(answer: Promise<boolean>): void }>,
    ) =>
      event.detail.decide(
        consent.ask({
          text: `This view wants to open ${event.detail.host} in a new tab.`,
          details: event.detail.url,
          yes: "Open it",
        }),
      );
    const onMessage = (
      event: CustomEvent<{ content: readonly unknown[]; decide(answer: Promise<boolean>): void }>,
    ) =>
      event.detail.decide(
        consent.ask({
          text: "This view wants to say this to the agent in your name:",
          details: messageText(event.detail.content),
          yes: "Say it",
        }),
      );
    view.addEventListener("openlink", onLink);
    view.addEventListener("message", onMessage);
    return () => {
      view.removeEventListener("openlink", onLink as EventListener);
      view.removeEventListener("message", onMessage as EventListener);
    };
  }, [widget]);

  useEffect(() => {
    if (element.current !== null) element.current.theme = shown;
  }, [shown]);

  return (
    <>
      <mcp-view ref={element} />
      {consent.asked !== undefined && <ConsentQuestion asked={consent.asked} />}
    </>
  );
}
