import type { ViewLabels } from "./view-labels.ts";
import { viewStyles } from "./view-styles.ts";

/** What a view is at: `idle` has nothing to show yet, `closed` was torn down. */
export type McpViewState = "idle" | "loading" | "ready" | "failed" | "closed";

/** The parts of the page around a view's frame. All of it is the host's: no markup of a server comes here. */
export interface ViewShell {
  /** Where the frame goes. */
  readonly stage: HTMLElement;
  show(state: McpViewState): void;
  words(labels: ViewLabels): void;
  /** Who made the view and what it is called. */
  name(server: string, title: string): void;
  border(wanted: boolean): void;
  /** Why there is no view, and the tool's answer as text in its place. */
  explain(reason: string, text: string): void;
  /** Covers the page, or goes back; Escape and the button call `leave`. */
  fullscreen(on: boolean): void;
  /** Takes the focus that a frame had. */
  focus(): void;
}

/** Fills an element's shadow root. */
export function createViewShell(host: HTMLElement, root: ShadowRoot, leave: () => void): ViewShell {
  const document = host.ownerDocument;
  const make = <Name extends keyof HTMLElementTagNameMap>(
    tag: Name,
    part: string,
    ...inside: (Node | string)[]
  ): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(tag);
    element.setAttribute("part", part);
    element.append(...inside);
    return element;
  };
  const slot = (name: string, ...inside: Node[]) => {
    const element = document.createElement("slot");
    element.name = name;
    element.append(...inside);
    return element;
  };

  const server = make("bdi", "server");
  const title = make("bdi", "title");
  const close = make("button", "close");
  close.type = "button";
  const stage = make("div", "stage");
  const reason = make("p", "reason");
  const text = make("pre", "text");
  const failure = make("div", "failure", slot("error", reason), slot("text", text));
  failure.setAttribute("role", "alert");
  const wait = document.createTextNode("");
  const loading = make("div", "loading", slot("loading", wait));
  loading.setAttribute("role", "status");
  // a div: a header would be a banner of the page, and each view one more of them
  const box = make("dialog", "box", make("div", "chrome", server, title, close), loading, failure, stage);
  box.setAttribute("role", "group");
  box.tabIndex = -1;
  root.replaceChildren(box);
  dress(root);

  close.addEventListener("click", leave);
  box.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });

  return {
    stage,
    show(state) {
      dress(root);
      host.setAttribute("state", state);
      loading.hidden = state !== "loading";
      failure.hidden = state !== "failed";
    },
    words(labels) {
      wait.data = labels.loading;
      close.textContent = labels.close;
    },
    name(from, called) {
      server.textContent = from;
      title.textContent = called;
      box.setAttribute("aria-label", [called, from].filter(Boolean).join(", "));
    },
    border(wanted) {
      box.toggleAttribute("data-border", wanted);
    },
    explain(why, instead) {
      reason.textContent = why;
      text.textContent = instead;
    },
    fullscreen(on) {
      if (box.open === on) return;
      box.setAttribute("role", on ? "dialog" : "group");
      host.setAttribute("display-mode", on ? "fullscreen" : "inline");
      // a dialog of the page's top layer: the rest is inert, Escape closes it, and the focus goes back by itself
      if (on) box.showModal();
      else box.close();
    },
    focus: () => box.focus(),
  };
}

/** A sheet is of one document: an element that came from another one needs a new one. */
function dress(root: ShadowRoot): void {
  if (root.adoptedStyleSheets.length > 0) return;
  const Sheet = root.ownerDocument.defaultView?.CSSStyleSheet;
  if (Sheet === undefined) return;
  const sheet = new Sheet();
  sheet.replaceSync(viewStyles);
  root.adoptedStyleSheets = [sheet];
}
