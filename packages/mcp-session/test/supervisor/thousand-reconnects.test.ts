import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { legacyServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import { type ScriptedPeer, scriptedWire } from "../fixtures/scripted-wire.ts";

test("a thousand reconnects leave no wire, timer, listener or memory behind", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const old: WeakRef<ScriptedPeer>[] = [];
  let newest: ScriptedPeer | undefined;
  let open = 0;
  const { session, clock } = scriptedSession(legacyServer(), {
    async openWire() {
      open++;
      const wire = scriptedWire(legacyServer());
      newest = wire.peer;
      old.push(new WeakRef(wire.peer));
      return {
        ...wire,
        async close() {
          await wire.close();
          open--;
        },
      };
    },
  });
  const { signal } = new AbortController();
  const turn = async (): Promise<void> => {
    expect((await session.callTool("echo", { text: "x" }, { signal })).output).toBe("x");
    newest?.die({ reason: "dropped" });
    await clock.advance(10_100);
  };
  await session.connect();
  for (let turns = 0; turns < 100; turns++) await turn();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let turns = 0; turns < 900; turns++) await turn();
  collect();
  const after = process.memoryUsage().heapUsed;

  expect(session.state).toBe("connected");
  expect(old).toHaveLength(1001);
  expect(open).toBe(1);
  expect(clock.armed).toBe(0);
  // The newest is in use; a stack frame may still hold one more.
  expect(old.filter((peer) => peer.deref() !== undefined).length).toBeLessThanOrEqual(3);
  expect(after).toBeLessThan(before * 1.1);
  await session.stop();
  expect(clock.armed).toBe(0);
}, 60_000);
