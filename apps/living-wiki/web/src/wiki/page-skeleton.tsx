import type { JSX } from "preact";

/** In place of a page that is being read. */
export function PageSkeleton(): JSX.Element {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Reading the page …</span>
      <span class="skeleton-title" />
      <span />
      <span />
      <span class="skeleton-short" />
    </div>
  );
}
