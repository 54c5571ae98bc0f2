import type { JSX } from "preact";

/** Shown to whoever came without the address that the terminal printed. */
export function NoToken(): JSX.Element {
  return (
    <main class="no-token">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1>Living Wiki</h1>
      <p>
        Open the whole address that <code>npm run demo</code> printed in its terminal. It ends with a token,
        so that no other page and no other user of this machine can run tools as you.
      </p>
    </main>
  );
}
