import type { JSX } from "preact";
import type { AskedConsent } from "./use-consent.ts";

/** A view's wish, with yes and no to it. */
export function ConsentQuestion({ asked }: { readonly asked: AskedConsent }): JSX.Element {
  return (
    <div class="approval" role="alertdialog" aria-label={asked.text}>
      <p>{asked.text}</p>
      <pre class="code">{asked.details}</pre>
      <div class="approval-actions">
        <button type="button" class="button primary" onClick={() => asked.answer(true)}>
          {asked.yes}
        </button>
        <button type="button" class="button" onClick={() => asked.answer(false)}>
          Do not
        </button>
      </div>
    </div>
  );
}
