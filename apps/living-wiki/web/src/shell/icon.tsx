import type { JSX } from "preact";

/** Outlines on a grid of 24, drawn in the colour of the text. */
const outlines = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM20 20l-4.9-4.9",
  chat: "M4 5.5h16v11H9.5L5.5 20v-3.5H4zM8 9.5h8M8 12.5h5",
  book: "M4 18.5V6c3-1.3 5.6-1.1 8 .7 2.4-1.8 5-2 8-.7v12.5c-3-1.1-5.6-.8-8 .9-2.4-1.7-5-2-8-.9ZM12 6.7v12.5",
  servers: "M4 5h16v5.5H4zM4 13.5h16V19H4zM7.5 7.7h.1M7.5 16.2h.1M11 7.7h5M11 16.2h5",
  plus: "M12 5v14M5 12h14",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l.8 13h8.4L17 7M10.5 10.5v6M13.5 10.5v6",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 4l-5 16-3.5-6.5zM11.5 13.5 20 4",
  stop: "M7 7h10v10H7z",
  down: "M6 10l6 6 6-6",
  page: "M6 3.5h8l4 4v13H6zM14 3.5v4h4",
  shield: "M12 3.5 19 6v5.5c0 4.3-2.8 7.3-7 9-4.2-1.7-7-4.7-7-9V6z",
  tool: "M13 3 5.5 13.2h5.6L10.4 21l8.1-10.6h-5.7z",
  widen: "M9 5H4v14h5M15 5h5v14h-5M8 12h8M10.5 9.5 8 12l2.5 2.5M13.5 9.5 16 12l-2.5 2.5",
  history: "M4.5 12a7.5 7.5 0 1 0 2.3-5.4L4.5 9M4.5 4.5V9H9M12 8v4.3l3 1.8",
} as const;

/** Name of an icon. */
export type IconName = keyof typeof outlines;

/** An icon beside words that say the same; for those who do not see it, it is not there. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={outlines[name]} />
    </svg>
  );
}
