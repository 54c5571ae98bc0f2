import { memorySandbox } from "@x/sandbox";
import { expect, test } from "vitest";

const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test("runs functions as programs", async () => {
  const sandbox = memorySandbox({
    env: { GREETING: "hello" },
    programs: {
      async greet(io) {
        await io.write(`${io.env.GREETING} ${io.args.join(" ")} in ${io.cwd}`);
        return 0;
      },
      crash: () => {
        throw new Error("a bug");
      },
    },
  });
  await using session = await sandbox.open();
  expect(decode((await session.exec?.({ command: "greet", args: ["you"] }))?.stdout)).toBe(
    "hello you in /workspace",
  );
  expect(await session.exec?.({ command: "crash" })).toMatchObject({ reason: "exited", exitCode: 1 });
  await expect(session.exec?.({ command: "toString" })).rejects.toMatchObject({ code: "spawn_failed" });
});

test("loses what runs when its backend stops, and works again when it is restored", async () => {
  const sandbox = memorySandbox({ programs: { wait: (io) => io.sleep(60_000).then(() => 0) } });
  const session = await sandbox.open();
  const process = await session.spawn?.({ command: "wait" });
  sandbox.backend.stop();
  expect((await process?.exit)?.reason).toBe("backend-lost");
  await expect(sandbox.open()).rejects.toMatchObject({ code: "unavailable", retryable: true });
  sandbox.backend.restore();
  await using again = await sandbox.open();
  const second = await again.spawn?.({ command: "wait" });
  if (second) sandbox.backend.vanish(second);
  expect(await second?.exit).toEqual({ reason: "signaled", exitCode: null, signal: "SIGKILL" });
});

test("gives up opening a backend that hangs", async () => {
  const sandbox = memorySandbox({ startTimeoutMs: 10 });
  sandbox.backend.hang();
  await expect(sandbox.open()).rejects.toMatchObject({ code: "timeout", sandbox: "memory" });
  const stop = new AbortController();
  const opening = sandbox.open({ signal: stop.signal });
  stop.abort(new Error("no longer"));
  await expect(opening).rejects.toMatchObject({ code: "cancelled", cause: { message: "no longer" } });
});
