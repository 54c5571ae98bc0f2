import type { PanelStore } from "../store/panel-store.ts";

/** `/` and Ctrl-K search, Ctrl-J is the agent. Returns how to stop listening. */
export function followShortcuts(panels: PanelStore): () => void {
  const follow = (event: KeyboardEvent): void => {
    const withCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const key = event.key.toLowerCase();
    if ((withCtrl && key === "k") || (key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event))) {
      event.preventDefault();
      panels.showSearch(true);
    } else if (withCtrl && key === "j") {
      event.preventDefault();
      panels.showChat(!panels.chat.peek());
    }
  };
  addEventListener("keydown", follow);
  return () => removeEventListener("keydown", follow);
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=textbox]"))
  );
}
