import { windowPoster } from "./window-poster.ts";

/** One frame's side of `postMessage`: only what this frame's window says from its own origin is heard. */
export interface FrameChannel extends Disposable {
  post(message: unknown): void;
}

/** What a channel needs to know. */
export interface FrameChannelInit {
  readonly frame: HTMLIFrameElement;
  /** The window that the frame is in. */
  readonly window: Window & typeof globalThis;
  /** Origin of the sandbox proxy. Anything the frame says from elsewhere is none of it. */
  readonly origin: string;
  heard(message: unknown): void;
  /** The frame's window spoke from another origin: it has been navigated away. */
  stray(origin: string): void;
}

/**
 * Listens on the window that the frame is in. A message counts by its source *and* its origin: a window object stays
 * the same when the frame goes elsewhere, and other windows can come from the proxy's origin, too.
 */
export function openFrameChannel({ frame, window, origin, heard, stray }: FrameChannelInit): FrameChannel {
  const post = windowPoster(window);
  function listen(event: MessageEvent): void {
    if (event.source === null || event.source !== frame.contentWindow) return;
    if (event.origin === origin) heard(event.data);
    else stray(event.origin);
  }
  window.addEventListener("message", listen);
  return {
    post(message) {
      if (frame.contentWindow !== null) post(frame.contentWindow, message, origin);
    },
    [Symbol.dispose]: () => window.removeEventListener("message", listen),
  };
}
