/** Posts a message into a window, as the window of the code that does it. */
export type WindowPoster = (target: Window, message: unknown, origin: string) => void;

const program =
  "document.currentScript.post = (target, message, origin) => target.postMessage(message, origin)";

/**
 * A poster that speaks for `window`. A proxy hears only the window around it, and the source of a message is the window
 * whose script posts it. So for a view in a second window (a popup, picture-in-picture) that one runs a line of its own,
 * under the nonce of this page where that has one. Throws where a policy does not let it.
 */
export function windowPoster(window: Window & typeof globalThis): WindowPoster {
  if (window === globalThis.window) return (target, message, origin) => target.postMessage(message, origin);
  const script = window.document.createElement("script");
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.textContent = program;
  window.document.documentElement.append(script);
  script.remove();
  const { post } = script as { readonly post?: WindowPoster };
  if (post === undefined) throw new Error("The second window lets no script run that could speak for it.");
  return post;
}
