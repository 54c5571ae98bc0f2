import type { JSX } from "preact";

/** In place of a page that is being read. */
export function PageSkeleton(): JSX.Element {
  return (
    <div class="skeleton" role="status">
      <h1 class="visually-hidden">Reading the page …</h1>
      <span class="skeleton-title" />
      <span />
      <span />
      <span class="skeleton-short" />
    </div>
  );
}
