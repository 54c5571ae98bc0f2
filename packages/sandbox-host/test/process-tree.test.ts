import type { SandboxProcess } from "@x/sandbox";
import { describe, expect, test } from "vitest";
import { marker, processesWith, until } from "./fixtures/processes.ts";
import { openHost } from "./fixtures/session.ts";

/** A wrapper whose grandchildren ignore EOF and SIGTERM; the last has a process group of its own. */
const stubborn = (word: string) => ({
  command: "sh",
  args: [
    "-c",
    `trap '' TERM
     sh -c 'trap "" TERM; while :; do sleep 0.1; done' ${word} &
     set -m
     sh -c 'trap "" TERM; while :; do sleep 0.1; done' ${word} &
     wait`,
    word,
  ],
});

describe("leaves nothing of a tree that ignores EOF and SIGTERM", () => {
  test("when it is killed", async () => {
    const word = marker();
    await using session = await openHost();
    const tree = await session.spawn(stubborn(word));
    await until(() => processesWith(word).length >= 3);
    await tree.closeStdin();
    await tree.kill("SIGTERM");
    await tree.kill("SIGKILL");
    expect(processesWith(word)).toEqual([]);
    expect(await tree.exit).toMatchObject({ reason: "killed" });
  });

  test("when the session is closed, whatever state the program is in", async () => {
    const word = marker();
    for (const delayMs of [undefined, 0, 1, 5, 20, 100]) {
      const session = await openHost();
      const starting = session.spawn(stubborn(word)).catch((error: unknown) => error);
      if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
      await session.close({ graceMs: 20 });
      expect(processesWith(word)).toEqual([]);
      await starting;
    }
  });

  test("when the start is cancelled in any state", async () => {
    const word = marker();
    await using session = await openHost();
    for (const delayMs of [undefined, 0, 1, 2]) {
      const stop = new AbortController();
      const starting = session.spawn(stubborn(word), { signal: stop.signal });
      if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
      stop.abort();
      await starting.then(
        (tree) => tree.kill("SIGKILL"),
        () => {},
      );
      await until(() => processesWith(word).length === 0);
    }
  });

  test("when its leader ends by itself", async () => {
    const word = marker();
    await using session = await openHost();
    const command = `sh -c 'trap "" TERM HUP; sleep 300' ${word} & set -m; sh -c 'trap "" TERM HUP; sleep 300' ${word} & exit 6`;
    const tree = await session.spawn({ command: "bash", args: ["-c", command] });
    expect(await tree.exit).toEqual({ reason: "exited", exitCode: 6 });
    expect(processesWith(word)).toEqual([]);
  });

  test("even if a child made a session of its own, while its parent lives", async () => {
    const word = marker();
    await using session = await openHost();
    const command = `setsid sh -c 'trap "" TERM; sleep 300 & sleep 300; :' ${word} & wait`;
    const tree = await session.spawn({ command: "sh", args: ["-c", command] });
    await until(() => processesWith(word).length > 0);
    await tree.kill("SIGKILL");
    expect(processesWith(word)).toEqual([]);
  });

  test.each([
    ["EOF", (tree: SandboxProcess) => tree.closeStdin()],
    ["SIGTERM", (tree: SandboxProcess) => tree.kill("SIGTERM")],
  ])("even if a child made a session of its own, and its parent ends by %s", async (_what, tell) => {
    const word = marker();
    await using session = await openHost();
    // The word is first seen in what the new session starts.
    const command = `setsid sh -c 'sh -c "trap : TERM; sleep 300; :" "$WORD"; :' & cat`;
    const tree = await session.spawn({ command: "sh", args: ["-c", command], env: { WORD: word } });
    await until(() => processesWith(word).length > 0);
    await tell(tree);
    await tree.exit;
    expect(processesWith(word)).toEqual([]);
  });
});

test("does not touch processes of other sessions", async () => {
  const [mine, other] = [marker(), marker()];
  await using one = await openHost();
  await using two = await openHost();
  const first = await one.spawn(stubborn(mine));
  await two.spawn(stubborn(other));
  await until(() => processesWith(mine).length >= 3 && processesWith(other).length >= 3);
  await first.kill("SIGKILL");
  expect(processesWith(other).length).toBeGreaterThanOrEqual(3);
});
