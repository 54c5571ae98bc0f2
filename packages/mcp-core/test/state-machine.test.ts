import { aggregateState, type McpState, type McpTransition, nextState } from "@x/mcp-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const states: readonly McpState[] = ["disconnected", "connecting", "connected", "reconnecting", "closed"];
const transitions: readonly McpTransition[] = [
  "connect",
  "connected",
  "failed",
  "dropped",
  "parked",
  "stopped",
];
const walks = fc.array(fc.constantFrom(...transitions), { maxLength: 40 });

/** The states of a walk from the start; what is not possible leaves the state as it is. */
function walk(
  steps: readonly McpTransition[],
): readonly { readonly state: McpState; readonly by: McpTransition }[] {
  let state: McpState = "disconnected";
  return steps.flatMap((by) => {
    const next = nextState(state, by);
    if (next === undefined) return [];
    state = next;
    return [{ state, by }];
  });
}

describe("the states of a connection", () => {
  test("are exactly those that a transition leads to from each state", () => {
    const table = Object.fromEntries(
      states.map((state) => [
        state,
        Object.fromEntries(
          transitions.flatMap((by) => (nextState(state, by) ? [[by, nextState(state, by)]] : [])),
        ),
      ]),
    );
    expect(table).toEqual({
      disconnected: { connect: "connecting", stopped: "closed" },
      connecting: {
        connected: "connected",
        failed: "disconnected",
        parked: "disconnected",
        stopped: "closed",
      },
      connected: { dropped: "reconnecting", parked: "disconnected", stopped: "closed" },
      reconnecting: {
        connected: "connected",
        failed: "disconnected",
        parked: "disconnected",
        stopped: "closed",
      },
      closed: {},
    });
  });

  test("end for good with closed, and only by stopping", () => {
    fc.assert(
      fc.property(walks, (steps) => {
        const path = walk(steps);
        const end = path.findIndex(({ state }) => state === "closed");
        if (end < 0) return;
        expect(path[end]?.by).toBe("stopped");
        expect(path).toHaveLength(end + 1);
      }),
    );
  });

  test("let every state be stopped, and every other transition lead somewhere known", () => {
    for (const state of states) {
      expect(nextState(state, "stopped")).toBe(state === "closed" ? undefined : "closed");
      for (const by of transitions) expect([undefined, ...states]).toContain(nextState(state, by));
    }
  });

  test("reconnect only what was connected, and connect only what is being made", () => {
    fc.assert(
      fc.property(walks, (steps) => {
        const path = walk(steps).map(({ state }) => state);
        path.forEach((state, index) => {
          const before = path[index - 1] ?? "disconnected";
          if (state === "reconnecting") expect(before).toBe("connected");
          if (state === "connecting") expect(before).toBe("disconnected");
          if (state === "connected") expect(["connecting", "reconnecting"]).toContain(before);
        });
      }),
    );
  });

  test("change with every transition that is possible", () => {
    for (const state of states) for (const by of transitions) expect(nextState(state, by)).not.toBe(state);
  });
});

describe("the state of many connections", () => {
  test("is closed if all are, else the busiest", () => {
    expect(aggregateState([])).toBe("disconnected");
    expect(aggregateState(["closed", "closed"])).toBe("closed");
    expect(aggregateState(["closed", "disconnected"])).toBe("disconnected");
    expect(aggregateState(["connected", "closed", "disconnected"])).toBe("connected");
    expect(aggregateState(["connected", "connecting"])).toBe("connecting");
    expect(aggregateState(new Set<McpState>(["connecting", "reconnecting", "connected"]))).toBe(
      "reconnecting",
    );
  });

  test("does not depend on their order", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states)), (list) => {
        expect(aggregateState(list.toReversed())).toBe(aggregateState(list));
        expect(aggregateState([...list, ...list])).toBe(aggregateState(list));
      }),
    );
  });
});
