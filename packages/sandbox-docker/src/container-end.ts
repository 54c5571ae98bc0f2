import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessEnd } from "@x/sandbox";
import { containerState } from "./container-state.ts";
import type { Engine } from "./engine.ts";
import { longPoll } from "./engine-request.ts";

// An engine tells the end of a container a moment after the end of its streams.
const afterStreamMs = 1000;
const retryMs = 200;

/** What {@link containerEnd} watches. */
export interface WatchedContainer {
  readonly id: string;
  /** Settles with the attached stream; a rejection means that output was lost. */
  readonly streams: Promise<void>;
  /** Aborting it ends the watch with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Resolves when the container's program has ended, with the engine's own evidence; rejects when the engine is lost.
 * Neither the answer to `wait` nor the end of the streams is trusted alone: an engine that is killed may leave the
 * first unanswered, and a program may close its own streams and run on.
 */
export async function containerEnd(
  engine: Engine,
  { id, streams, signal }: WatchedContainer,
): Promise<ProcessEnd> {
  let over = false;
  const streamsOver = streams
    .catch(() => {}) // the loop below asks for the reason
    .then(() => {
      over = true;
      return sleep(afterStreamMs, "streams" as const, { ref: false });
    });
  let wait = waitFor(engine, id, signal);
  let streamsAreNews = true;
  for (;;) {
    const news = await (streamsAreNews ? Promise.race([wait, streamsOver]) : wait);
    signal.throwIfAborted();
    const state = await containerState(engine, id);
    if (state.kind === "ended") return state.end;
    if (state.kind === "gone") return { exitCode: null, reason: "unknown" };
    if (over) await streams;
    if (news === "streams") {
      streamsAreNews = false;
      continue;
    }
    // The connection was lost and the engine was not: it was restarted, or something in between gave up.
    if (over) throw new Error("The engine let go of the program's streams while it ran.");
    await sleep(retryMs, undefined, { ref: false });
    wait = waitFor(engine, id, signal);
  }
}

/** Settles when the engine has answered, or can no longer do so. */
function waitFor(engine: Engine, id: string, signal: AbortSignal): Promise<"answer" | "loss"> {
  return longPoll(engine.address, `/containers/${id}/wait?condition=not-running`, signal).then(
    () => "answer" as const,
    () => "loss" as const,
  );
}
