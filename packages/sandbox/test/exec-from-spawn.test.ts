import { execFromSpawn, memorySandbox, SandboxError, type Timer } from "@x/sandbox";
import { expect, test } from "vitest";

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

async function spawnOf(program: Parameters<typeof memorySandbox>[0]) {
  const session = await memorySandbox(program).open();
  if (session.spawn === undefined) throw new Error("The memory sandbox can spawn.");
  return session.spawn;
}

test("runs the deadline on the timer it is given, and clears it", async () => {
  const pending = new Map<() => void, number>();
  const timer: Timer = (ms, run) => {
    pending.set(run, ms);
    return () => pending.delete(run);
  };
  const spawn = await spawnOf({
    programs: {
      wait: (io) => io.sleep(60_000).then(() => 0),
      now: () => 0,
    },
  });
  const exec = execFromSpawn(spawn, timer);
  const running = exec({ command: "wait" }, { timeoutMs: 5000 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([...pending.values()]).toEqual([5000]);
  for (const run of [...pending.keys()]) run();
  expect(await running).toMatchObject({ reason: "timeout", exitCode: null });
  await exec({ command: "now" }, { timeoutMs: 5000 });
  expect(pending.size).toBe(0);
});

test("rejects when the deadline passes before the program has started", async () => {
  const sandbox = memorySandbox({ programs: { now: () => 0 } });
  const session = await sandbox.open();
  sandbox.backend.hang();
  await expect(session.exec?.({ command: "now" }, { timeoutMs: 10 })).rejects.toMatchObject({
    code: "timeout",
  });
  const stop = new AbortController();
  const running = session.exec?.({ command: "now" }, { signal: stop.signal });
  stop.abort(new Error("no longer wanted"));
  await expect(running).rejects.toMatchObject({ code: "cancelled", cause: { message: "no longer wanted" } });
});

test("does not mind a program that ends without reading its stdin", async () => {
  const exec = execFromSpawn(await spawnOf({ programs: { quit: () => 4 } }));
  const result = await exec({ command: "quit" }, { stdin: new Uint8Array(5_000_000) });
  expect(result).toMatchObject({ reason: "exited", exitCode: 4 });
});

test("kills the program when its backend is lost", async () => {
  const sandbox = memorySandbox({ programs: { wait: (io) => io.sleep(60_000).then(() => 0) } });
  const session = await sandbox.open();
  const running = session.exec?.({ command: "wait" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  sandbox.backend.stop();
  await expect(running).rejects.toMatchObject({ code: "state_lost" });
});

test("keeps the exit code of a program whose output is cut", async () => {
  const exec = execFromSpawn(
    await spawnOf({
      programs: {
        async chatty(io) {
          for (const word of ["one ", "two ", "three"]) await io.write(word);
          await io.writeError("oops");
          return 3;
        },
      },
    }),
  );
  const result = await exec({ command: "chatty" }, { maxOutputBytes: 6 });
  expect(result).toMatchObject({ exitCode: 3, truncated: true });
  expect([text(result.stdout), text(result.stderr)]).toEqual(["one tw", "oops"]);
  const none = await exec({ command: "chatty" }, { maxOutputBytes: 0 });
  expect([none.stdout.length, none.truncated]).toEqual([0, true]);
});

test("hands an error of the adapter on as it is", async () => {
  const failure = new SandboxError("quota", { message: "No more." });
  const exec = execFromSpawn(() => Promise.reject(failure));
  await expect(exec({ command: "a" }, { timeoutMs: 1000 })).rejects.toBe(failure);
});
