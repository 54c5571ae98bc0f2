import type { ViewDisplayMode } from "@x/ui-resources";
import type { McpViewElement, McpViewProperties } from "./mcp-view-element.ts";
import { announce, type McpViewError } from "./mcp-view-events.ts";
import { viewIdentity } from "./mcp-view-session.ts";
import type { ParkingPlace } from "./parking-place.ts";
import { randomName } from "./random-name.ts";
import { pageClock } from "./view-clock.ts";
import { defaultLabels } from "./view-labels.ts";
import type { ViewOwner } from "./view-owner.ts";
import { startViewRun, type ViewRun } from "./view-run.ts";
import { createViewShell, type McpViewState } from "./view-shell.ts";

/** What is behind an element: its properties, and which view it shows. */
export interface ViewController
  extends Pick<McpViewElement, "setDisplayMode" | "teardown" | "park" | "resume" | "kill" | "retry"> {
  readonly run: ViewRun | undefined;
  readonly state: McpViewState;
  get<Name extends keyof McpViewProperties>(name: Name): McpViewProperties[Name];
  set<Name extends keyof McpViewProperties>(name: Name, value: McpViewProperties[Name]): void;
  disconnected(): void;
}

const parkedMs = 5_000;

/** The controller of one element; views that no element shows wait in `parking`. */
export function createViewController(
  element: McpViewElement,
  root: ShadowRoot,
  parking: ParkingPlace<ViewRun>,
): ViewController {
  const values: McpViewProperties = {
    session: undefined,
    sandbox: undefined,
    broker: undefined,
    theme: undefined,
    hostContext: undefined,
    grants: undefined,
    policy: undefined,
    limits: undefined,
    hostInfo: undefined,
    draft: false,
    labels: undefined,
    clock: undefined,
  };
  const shell = createViewShell(element, root, () => run?.setDisplayMode("inline"));
  const owner: ViewOwner = { element, shell };
  const key = randomName();
  let run: ViewRun | undefined;
  let parked = false;
  let scheduled = false;
  let isUnusable = false;

  /** Once for all that is set in one go, in whatever order. */
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      if (!element.isConnected || parked) return;
      try {
        isUnusable = false;
        show();
      } catch (cause) {
        refuse(cause);
      }
    });
  }

  /** What the page has set is nothing that a view can be made of. */
  function refuse(cause: unknown): void {
    replace();
    isUnusable = true;
    shell.explain(defaultLabels().failed("mint", "input"), "");
    shell.show("failed");
    const message = "What the page has set cannot be used: a property has a wrong type.";
    announce(element, "error", { phase: "mint", reason: "input", message, cause } satisfies McpViewError);
  }

  function show(): void {
    const { session, sandbox } = values;
    shell.words(defaultLabels(values.labels));
    if (session === undefined || sandbox === undefined) {
      replace();
      shell.show("idle");
      return;
    }
    const identity = viewIdentity(session, key);
    if (run?.identity !== identity) {
      replace();
      run = parking.claim(identity, element.ownerDocument, shell.stage);
      run ??= startViewRun({ owner, session, sandbox, identity });
      run.owner = owner;
    }
    run.update(session);
    run.surroundingsChanged();
  }

  /** The view that was shown says goodbye out of sight. */
  function replace(): void {
    if (run === undefined) return;
    run.node.hidden = true;
    void run.end();
    run = undefined;
  }

  return {
    get run() {
      return run;
    },
    get state() {
      return run?.state ?? (isUnusable ? "failed" : "idle");
    },
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      schedule();
    },
    disconnected() {
      run?.drop("removed");
      run = undefined;
    },
    setDisplayMode: (mode: ViewDisplayMode) => run?.setDisplayMode(mode),
    teardown: async (reason) => run?.end(reason),
    park() {
      const { limits, clock = pageClock() } = values;
      if (run === undefined || (run.state !== "ready" && run.state !== "loading")) return false;
      if (run.snapshot.displayMode === "fullscreen") run.setDisplayMode("inline");
      if (!parking.park(run, limits?.parkedMs ?? parkedMs, clock)) return false;
      run = undefined;
      parked = true;
      return true;
    },
    resume() {
      parked = false;
      schedule();
    },
    kill: () => run?.drop("killed"),
    retry() {
      run?.drop("removed");
      run = undefined;
      schedule();
    },
  };
}
