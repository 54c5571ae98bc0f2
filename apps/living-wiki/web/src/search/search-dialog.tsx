import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../shell/icon.tsx";
import { useStore } from "../store/page-store.ts";
import { SearchOptionView } from "./search-option-view.tsx";
import { type SearchOption, searchOptions } from "./search-options.ts";
import { useSearch } from "./use-search.ts";

/** Finds pages while one types; arrows choose, enter goes. */
export function SearchDialog(): JSX.Element {
  const { panels } = useStore();
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = panels.search.value;
  useEffect(() => {
    if (shown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <dialog
      ref={dialog}
      class="dialog search-dialog"
      aria-label="Search the wiki"
      onClose={() => panels.showSearch(false)}
      // A click beside it, which is on the dialog itself, closes it.
      onClick={(event) => event.target === event.currentTarget && panels.showSearch(false)}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {shown && <Search close={() => panels.showSearch(false)} />}
    </dialog>
  );
}

function Search({ close }: { close(): void }): JSX.Element {
  const { panels, wiki, servers } = useStore();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const { result, searching, problem } = useSearch(query);
  const tools = [...servers.tools.value.values()].flatMap((list) => list.tools);
  const options = searchOptions({ query, result, pages: wiki.listing.value?.pages ?? [], tools });
  const current = Math.min(chosen, options.length - 1);

  const take = (option: SearchOption | undefined): void => {
    if (option === undefined) return;
    close();
    if (option.kind === "ask") panels.ask(option.text);
    else location.hash = option.href;
  };
  const move = (by: number): void => setChosen((current + by + options.length) % options.length);

  return (
    <>
      <div class="search-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="search-options"
          aria-activedescendant={options.length > 0 ? `search-option-${current}` : undefined}
          aria-label="Search for"
          placeholder="Search pages and tools"
          autocomplete="off"
          spellcheck={false}
          autofocus
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") move(1);
            else if (event.key === "ArrowUp") move(-1);
            else if (event.key === "Enter") take(options[current]);
            else return;
            event.preventDefault();
          }}
        />
        <button type="button" class="button quiet icon-only" aria-label="Close the search" onClick={close}>
          <Icon name="close" size={16} />
        </button>
      </div>
      <p class="visually-hidden" role="status">
        {searching ? "Searching …" : `${options.length} results`}
      </p>
      {problem !== undefined && <p class="search-note field-issues">{problem}</p>}
      <div id="search-options" class="search-options" role="listbox" aria-label="Found" data-busy={searching}>
        {options.map((option, index) => (
          <SearchOptionView
            key={option.key}
            id={`search-option-${index}`}
            option={option}
            isCurrent={index === current}
            onTake={() => take(option)}
            onPoint={() => setChosen(index)}
          />
        ))}
      </div>
      <p class="search-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to go, <kbd>Esc</kbd> to close
      </p>
    </>
  );
}
