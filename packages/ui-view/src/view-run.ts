import type { ViewDisplayMode, ViewSessionState } from "@x/ui-resources";
import { answerRequest } from "./answer-request.ts";
import { carryOut, type ViewActs } from "./carry-out-effect.ts";
import { driveSession } from "./drive-session.ts";
import { createFeed } from "./feed-session.ts";
import { fitFrame } from "./fit-frame.ts";
import { changedContext, hostContextOf } from "./host-context.ts";
import {
  announce,
  type McpViewAuditEntry,
  type McpViewErrorReason,
  type McpViewPhase,
} from "./mcp-view-events.ts";
import type { McpViewSandbox } from "./mcp-view-sandbox.ts";
import type { McpViewSession } from "./mcp-view-session.ts";
import type { Parkable } from "./parking-place.ts";
import { nameOf } from "./random-name.ts";
import { reachProxy } from "./reach-proxy.ts";
import { sessionInit } from "./session-init.ts";
import { toolText } from "./tool-text.ts";
import { pageClock } from "./view-clock.ts";
import { allowOf, grantedTo, makeFrame, titlesOf } from "./view-frame.ts";
import { defaultLabels } from "./view-labels.ts";
import type { ViewOwner } from "./view-owner.ts";
import type { McpViewState } from "./view-shell.ts";

/** One frame with its session, from the address to the end. */
export interface ViewRun extends Parkable {
  owner: ViewOwner;
  readonly state: McpViewState;
  readonly snapshot: ViewSessionState;
  /** Shows where it is at, and takes later data of the same call. */
  update(session: McpViewSession): void;
  /** Theme, host context or room may be others now. */
  surroundingsChanged(): void;
  setDisplayMode(mode: ViewDisplayMode): void;
  /** Says goodbye; the frame is gone when the promise settles. */
  end(reason?: string): Promise<void>;
  /** The frame goes, or has gone, at once. */
  drop(reason: "removed" | "killed"): void;
}

/** What a view is made of. */
export interface ViewRunInit {
  readonly owner: ViewOwner;
  readonly session: McpViewSession;
  readonly sandbox: McpViewSandbox;
  readonly identity: string;
}

/** Makes the frame in the owner's stage, and sees to everything that happens to it. */
export function startViewRun({ owner, session, sandbox, identity }: ViewRunInit): ViewRun {
  const { element } = owner;
  const document = element.ownerDocument;
  const { limits = {}, clock = pageClock(), theme } = element;
  const instance = nameOf(session.restore);
  const granted = grantedTo(session, element.grants);
  const frame = makeFrame(document, titlesOf(session).toReversed().join(", "), allowOf(granted));
  const node = document.createElement("div");
  owner.shell.stage.append(node);
  const over = new AbortController();
  let phase: McpViewPhase = "mint";
  let state: McpViewState = "loading";
  let explained: readonly [McpViewPhase, McpViewErrorReason] | undefined;
  let finished = () => {};
  const end = new Promise<void>((resolve) => {
    finished = resolve;
  });

  const mode = () => driver.state.displayMode;
  const fit = fitFrame(frame, node, {
    minHeight: limits.minHeightPx ?? 40,
    maxHeight: limits.maxHeightPx ?? 10_000,
    clock,
    isFixed: () => mode() === "fullscreen" || element.getAttribute("autosize") === "none",
    changed: (size) => announce(run.owner.element, "resize", size),
    roomChanged: () => run.surroundingsChanged(),
  });
  let context = hostContextOf(element, { maxHeight: limits.maxHeightPx ?? 10_000 });
  const driver = driveSession(sessionInit(element, session, instance, context), clock, {
    perform: (effect) => carryOut(effect, acts),
    approve: async (request, signal) =>
      (await run.owner.element.broker?.approve?.(request, { signal })) ?? "deny",
    answer: (request, signal) => answerRequest(request, run.owner.element, signal),
  });
  const feed = createFeed(driver.state, session.tools);
  const proxy = reachProxy({
    frame,
    sandbox,
    context: { theme, instance, signal: over.signal },
    policy: { csp: session.document?.csp, permissions: granted },
    insert: () => node.append(frame),
    progress(of) {
      if (of === "loaded" && session.plain === true && state === "loading") {
        driver.dispatch({ type: "shown" });
        show();
        return;
      }
      phase = of === "ready" ? "view" : phase === "mint" ? "proxy" : phase;
      driver.dispatch({ type: "progress" });
    },
    heard(message) {
      driver.dispatch({ type: "message", message });
      if (driver.state.phase === "initializing") phase = "initialize";
    },
    failed: fail,
    noted: (what) =>
      announce(run.owner.element, "audit", {
        atMs: clock.now(),
        instance,
        direction: "from-proxy",
        what,
        outcome: "ignored",
      } satisfies McpViewAuditEntry),
  });

  const acts: ViewActs = {
    owner: () => run.owner,
    post: (message) => proxy.post(message),
    ready(app) {
      show();
      announce(run.owner.element, "ready", { app });
    },
    fail,
    follow: (size) => fit.follow(size),
    surroundingsChanged: () => run.surroundingsChanged(),
    end: (reason) => void run.end(reason),
    closed: () => finish("closed"),
  };

  function show(): void {
    phase = state = "ready";
    run.owner.shell.show(state);
    run.surroundingsChanged();
  }

  function fail(reason: McpViewErrorReason, message: string, cause?: unknown): void {
    if (over.signal.aborted) return;
    explained = [phase, reason];
    finish("failed");
    const { element: target } = run.owner;
    announce(target, "error", { phase, reason, message, ...(cause !== undefined && { cause }) });
  }

  function finish(last: "closed" | "failed"): void {
    if (over.signal.aborted) return;
    state = last;
    over.abort();
    driver.stop();
    proxy[Symbol.dispose]();
    fit[Symbol.dispose]();
    const { shell } = run.owner;
    shell.fullscreen(false);
    const hadFocus = (node.getRootNode() as ShadowRoot).activeElement === frame;
    node.remove();
    if (hadFocus) shell.focus();
    present();
    finished();
  }

  function present(): void {
    const { element: target, shell } = run.owner;
    shell.name(...titlesOf(session));
    shell.border(session.document?.prefersBorder !== false || !target.hasAttribute("trusted"));
    if (explained !== undefined)
      shell.explain(defaultLabels(target.labels).failed(...explained), toolText(session.toolResult));
    shell.show(state);
  }

  const run: ViewRun = {
    owner,
    identity,
    node,
    get state() {
      return state;
    },
    get snapshot() {
      return driver.state;
    },
    update(next) {
      session = next;
      present();
      const news = feed(next);
      if (news.length > 0) fit.expectChange();
      for (const event of news) driver.dispatch(event);
    },
    surroundingsChanged() {
      const { element: target } = run.owner;
      // another scheme than that of the document in it would make the frame opaque, and proxies follow the theme
      // once they have heard of it
      const heard = state === "ready" && driver.state.phase !== "waiting";
      frame.style.colorScheme = (heard && target.theme) || "light";
      const next = hostContextOf(target, fit.room());
      const changed = changedContext(context, next);
      context = next;
      if (changed !== undefined) driver.dispatch({ type: "host-context", context: changed });
    },
    setDisplayMode: (wanted) => driver.dispatch({ type: "display-mode", mode: wanted }),
    end(reason) {
      driver.dispatch({ type: "teardown", ...(reason !== undefined && { reason }) });
      return over.signal.aborted ? Promise.resolve() : end;
    },
    drop(reason) {
      if (reason === "killed") return fail("killed", "The view was stopped.");
      driver.dispatch({ type: "lost", reason });
      finish("closed");
    },
  };
  driver.dispatch({ type: "started" });
  present();
  return run;
}
