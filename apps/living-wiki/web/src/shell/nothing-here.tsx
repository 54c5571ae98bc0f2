import type { JSX } from "preact";

/** In place of what the address names, where there is no such thing, or not yet. */
export function NothingHere({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <div class="empty">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href="#/servers">All servers</a>
      </p>
    </div>
  );
}
