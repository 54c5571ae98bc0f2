import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "../shell/icon.tsx";
import type { SearchOption } from "./search-options.ts";

const icons = { page: "page", tool: "tool", ask: "chat" } as const satisfies Record<string, IconName>;

/** One thing to go to, with the words that were found. */
export function SearchOptionView({
  id,
  option,
  isCurrent,
  onTake,
  onPoint,
}: {
  readonly id: string;
  readonly option: SearchOption;
  readonly isCurrent: boolean;
  onTake(): void;
  onPoint(): void;
}): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the field above names it
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isCurrent}
      class="search-option"
      onClick={onTake}
      onMouseMove={onPoint}
    >
      <Icon name={icons[option.kind]} />
      <Found option={option} />
    </div>
  );
}

function Found({ option }: { readonly option: SearchOption }): JSX.Element {
  switch (option.kind) {
    case "page":
      return (
        <span class="search-found">
          <strong>{option.page.title}</strong>
          <span class="search-path">{option.page.path}</span>
          {"snippet" in option.page && (
            <span class="search-snippet">
              {option.page.snippet.map(({ text, hit }, index) =>
                hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
              )}
            </span>
          )}
        </span>
      );
    case "tool":
      return (
        <span class="search-found">
          <strong>{option.tool.title ?? option.tool.serverToolName}</strong>
          <span class="search-path">tool of {option.tool.serverId}</span>
        </span>
      );
    case "ask":
      return (
        <span class="search-found">
          <strong>Ask the agent</strong>
          <span class="search-snippet">“{option.text}”</span>
        </span>
      );
  }
}
