import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** What lies beside or over the page. */
export interface PanelStore {
  /** Whether the chat is shown. */
  readonly chat: ReadonlySignal<boolean>;
  /** Whether the search is shown. */
  readonly search: ReadonlySignal<boolean>;
  /** Whether there is room for the chat beside the page; else it lies over it. */
  readonly wide: ReadonlySignal<boolean>;
  /** A text that waits to be taken over by whoever writes to the agent. */
  readonly prompt: ReadonlySignal<string | undefined>;
  /** Whether the chat covers the page, as on a phone: then nothing of the page can be reached. */
  readonly covered: ReadonlySignal<boolean>;
  showChat(shown: boolean): void;
  /** Opens the chat with a text to send. */
  ask(text: string): void;
  /** The prompt was taken over. */
  takePrompt(): void;
  showSearch(shown: boolean): void;
}

const key = "living-wiki.chat";
const narrowQuery = "(max-width: 860px)";
const wideQuery = "(min-width: 1100px)";

/**
 * Makes the store. Beside the page the chat stays as it was left; over the page it is a step of the history, so that
 * the phone's way back closes it.
 */
export function createPanelStore(): PanelStore {
  const media = matchMedia(wideQuery);
  const wide = signal(media.matches);
  const narrowMedia = matchMedia(narrowQuery);
  const narrow = signal(narrowMedia.matches);
  const chat = signal(initially());
  const search = signal(false);
  const prompt = signal<string>();
  const covered = computed(() => chat.value && narrow.value);

  function initially(): boolean {
    return media.matches ? localStorage.getItem(key) !== "closed" : isChatStep();
  }

  media.addEventListener("change", () => {
    wide.value = media.matches;
    chat.value = initially();
  });
  narrowMedia.addEventListener("change", () => {
    narrow.value = narrowMedia.matches;
  });
  const follow = (): void => {
    if (!wide.peek()) chat.value = isChatStep();
  };
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);

  const showChat = (shown: boolean): void => {
    if (wide.peek()) localStorage.setItem(key, shown ? "open" : "closed");
    else if (shown && !isChatStep()) history.pushState({ chat: true }, "");
    else if (!shown && isChatStep()) history.back();
    chat.value = shown;
  };

  return {
    chat,
    search,
    wide,
    prompt,
    covered,
    showChat,
    ask(text) {
      prompt.value = text;
      showChat(true);
    },
    takePrompt() {
      prompt.value = undefined;
    },
    showSearch(shown) {
      search.value = shown;
    },
  };
}

function isChatStep(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "chat" in state;
}
