import { McpError } from "@x/mcp-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { McpExchangeOutcome } from "../../src/index.ts";
import { type ScriptedExchange, scriptedExchange } from "../fixtures/scripted-exchange.ts";

/** What can happen to the request of a number. */
const events: Readonly<
  Record<string, (at: number, id: string, scripted: ScriptedExchange) => void | Promise<void>>
> = {
  answer: (index, id, { peer }) => peer.say({ id, result: { index } }),
  fail: (index, id, { peer }) => peer.say({ id, error: { code: index, message: "" } }),
  malform: (index, id, { peer }) => peer.say({ id, result: index }),
  lose: (_at, id, { peer }) => peer.lose(id, { cause: new McpError("call_failed", { message: "" }) }),
  progress: (_at, id, { peer }) => peer.notify("notifications/progress", { progressToken: id, progress: 1 }),
  stray: (index, _id, { peer }) => peer.say({ id: index, result: { index: "stray" } }),
  nearMiss: (_at, id, { peer }) => peer.say({ id: `${id} `, result: { index: "near miss" } }),
  wait: (at, _id, { clock }) => clock.advance(at * 20),
  end: (_at, _id, { peer }) => peer.die(),
};

const step = fc.record({
  // "end" is rare, or nothing else would be seen; "abort" needs the controllers of the run.
  does: fc.constantFrom(...Object.keys(events).filter((name) => name !== "end"), "answer", "abort", "wait"),
  at: fc.nat(9),
});

const plan = fc.record({
  timeouts: fc.array(fc.integer({ min: 20, max: 400 }), { minLength: 1, maxLength: 10 }),
  steps: fc.array(step, { maxLength: 40 }),
  ends: fc.boolean(),
});

function expectOwn(outcome: McpExchangeOutcome | undefined, index: number): void {
  if (outcome?.kind === "result") expect(outcome.result).toEqual({ index });
  if (outcome?.kind === "rpc-error") expect(outcome.code).toBe(index);
  if (outcome?.kind === "aborted") expect(outcome.reason).toBe(index);
}

test("whatever happens in whatever order, each request settles exactly once, with its own answer or none", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ timeouts, steps, ends }) => {
      const scripted = await scriptedExchange();
      const { exchange, clock, peer } = scripted;
      const controllers = timeouts.map(() => new AbortController());
      const settled: McpExchangeOutcome[][] = timeouts.map(() => []);
      for (const [index, timeoutMs] of timeouts.entries())
        void exchange
          .request("m", { index }, { timeoutMs, totalTimeoutMs: 1000, signal: controllers[index]?.signal })
          .then((outcome) => settled[index]?.push(outcome));
      const ids = peer.sent.map((message) => String(message.id));

      for (const { does, at } of ends ? [...steps, { does: "end", at: 0 }] : steps) {
        const index = at % timeouts.length;
        if (does === "abort") controllers[index]?.abort(index);
        else await events[does]?.(index, ids[index] ?? "", scripted);
      }
      await clock.advance(1000);

      for (const [index, outcomes] of settled.entries()) {
        expect(outcomes).toHaveLength(1);
        expectOwn(outcomes[0], index);
      }
      expect(exchange.openRequests).toBe(0);
      expect(clock.armed).toBe(0);
    }),
    { numRuns: 200 },
  );
});
