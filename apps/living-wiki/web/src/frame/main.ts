import { drawDiagram } from "./draw-diagram.ts";
import type { DrawAnswer, DrawRequest } from "./draw-messages.ts";

// This document has an opaque origin, no network and nothing worth taking: whatever a text does here stays here.
let last: Promise<unknown> = Promise.resolve();
addEventListener("message", (event: MessageEvent<DrawRequest>) => {
  if (event.source !== parent) return;
  const answer = (message: DrawAnswer): void => parent.postMessage(message, { targetOrigin: event.origin });
  // One after the other: the library keeps one configuration for all.
  last = last.then(async () => answer(await drawDiagram(event.data)));
});
parent.postMessage({ ready: true }, { targetOrigin: "*" });
