import type { DrawAnswer, DrawRequest } from "../frame/draw-messages.ts";

/** A hidden frame that draws. */
export interface DrawingFrame {
  /** Rejects when the frame does not load, or does not answer in time. */
  ask(request: Omit<DrawRequest, "id">, withinMs: number): Promise<DrawAnswer>;
  close(): void;
}

/**
 * Opens it. The library that draws makes HTML of texts, which this page does not allow to anybody: so it does that in
 * a document of another, opaque origin, without network, and hands back a picture.
 */
export function openDrawingFrame(url: string): DrawingFrame {
  const frame = document.createElement("iframe");
  frame.src = url;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.className = "drawing-frame";
  frame.title = "Diagrams are drawn here";
  frame.tabIndex = -1;
  frame.ariaHidden = "true";
  const waiting = new Map<string, (answer: DrawAnswer) => void>();
  const ready = Promise.withResolvers<void>();

  const listen = ({ source, data }: MessageEvent<DrawAnswer | { readonly ready: true }>): void => {
    if (source === null || source !== frame.contentWindow || typeof data !== "object" || data === null)
      return;
    if ("ready" in data) ready.resolve();
    else waiting.get(data.id)?.(data);
  };
  addEventListener("message", listen);
  document.body.append(frame);

  const post = async (request: DrawRequest): Promise<DrawAnswer> => {
    await ready.promise;
    const answer = Promise.withResolvers<DrawAnswer>();
    waiting.set(request.id, answer.resolve);
    // Its origin is opaque and has no name; what is sent is no secret.
    frame.contentWindow?.postMessage(request, "*");
    return answer.promise;
  };

  return {
    async ask(request, withinMs) {
      const id = crypto.randomUUID();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(new Error(`The drawing took longer than ${withinMs / 1_000} s.`)),
        withinMs,
      );
      try {
        return await Promise.race([post({ ...request, id }), late.promise]);
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    close() {
      removeEventListener("message", listen);
      frame.remove();
    },
  };
}
