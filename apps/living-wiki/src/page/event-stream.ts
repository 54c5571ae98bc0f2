import type { PageEvent } from "../contract/page-event.ts";

/** Where events come from. */
export type Subscribe = (handler: (event: PageEvent) => void) => () => void;

/** So many events may wait for a reader; one that is further behind is cut off, and begins anew. */
const maxWaiting = 1_000;

/** An event stream (WHATWG HTML 9.2) of `first` and what comes after it. It ends when `signal` aborts. */
export function eventStream(first: () => PageEvent, subscribe: Subscribe, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let end = (): void => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (event: PageEvent): void => {
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
          if ((controller.desiredSize ?? 0) <= 0) close();
        };
        const off = subscribe(send);
        end = () => {
          off();
          signal.removeEventListener("abort", close);
        };
        const close = (): void => {
          end();
          controller.close();
        };
        signal.addEventListener("abort", close, { once: true });
        send(first());
      },
      cancel: () => end(),
    },
    { highWaterMark: maxWaiting },
  );
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}
