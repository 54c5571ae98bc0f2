import {
  createByteQueue,
  createProcess,
  createSession,
  isSandboxError,
  type ProcessEnd,
  type SandboxProcess,
  type SessionParts,
} from "@x/sandbox";
import { expect, test } from "vitest";

function fakeProcess(onKill: (signal: string) => void = () => {}): SandboxProcess {
  let end: (end: ProcessEnd) => void = () => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    end = resolve;
  });
  const [stdout, stderr] = [createByteQueue(), createByteQueue()];
  return createProcess({
    id: "p",
    stdout,
    stderr,
    ended,
    async writeStdin() {},
    async closeStdin() {},
    async kill(signal) {
      onKill(signal);
      if (signal !== "SIGKILL") return;
      stdout.end();
      stderr.end();
      end({ exitCode: null, signal });
    },
  });
}

const base: SessionParts = { id: "s", sandbox: "fake", isolation: "none" };

test("offers what can be made of the adapter's methods", () => {
  const spawn = async () => fakeProcess();
  const exec = () => Promise.reject(new Error("unused"));
  const shapes: [SessionParts, string[], string][] = [
    [base, [], "unavailable"],
    [{ ...base, spawn }, ["exec", "exec-stdin", "files", "spawn", "timeout-output"], "available"],
    [{ ...base, spawn, files: false }, ["exec", "exec-stdin", "spawn", "timeout-output"], "available"],
    [{ ...base, spawn, offers: "exec", files: false }, ["exec", "exec-stdin", "timeout-output"], "available"],
    [{ ...base, spawn, offers: "spawn" }, ["spawn"], "available"],
    [{ ...base, exec, files: false }, ["exec"], "available"],
  ];
  for (const [parts, features, executor] of shapes) {
    const session = createSession(parts);
    expect([...session.features].sort()).toEqual(features);
    expect(session.executor).toBe(executor);
    for (const name of ["spawn", "exec", "files"] as const)
      expect(name in session).toBe(features.includes(name));
  }
});

test("fills the command in and checks it before the adapter sees it", async () => {
  const seen: unknown[] = [];
  const session = createSession({
    ...base,
    async spawn(command) {
      seen.push(command);
      return fakeProcess();
    },
  });
  await session.spawn?.({ command: "a", cwd: "x/../y" });
  await expect(session.spawn?.({ command: "" })).rejects.toMatchObject({ code: "invalid_argument" });
  expect(seen).toEqual([{ command: "a", args: [], env: {}, cwd: "/workspace/y" }]);
  await session.close({ graceMs: 1 });
});

test("gives up a start that hangs, and kills what arrives too late", async () => {
  const signals: string[] = [];
  let arrive: (process: SandboxProcess) => void = () => {};
  const session = createSession({
    ...base,
    startTimeoutMs: 10,
    spawn: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  });
  await expect(session.spawn?.({ command: "a" })).rejects.toMatchObject({ code: "timeout", sandbox: "fake" });
  arrive(fakeProcess((signal) => signals.push(signal)));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(signals).toEqual(["SIGKILL"]);
  await session.close();
});

test("kills what arrives after it was closed, before its resources are released", async () => {
  const order: string[] = [];
  let arrive: (process: SandboxProcess) => void = () => {};
  const session = createSession({
    ...base,
    spawn: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
    async close() {
      order.push("released");
    },
  });
  const starting = session.spawn?.({ command: "a" });
  const closing = session.close({ graceMs: 1000 });
  await expect(starting).rejects.toMatchObject({ code: "closed" });
  arrive(fakeProcess((signal) => order.push(signal)));
  await closing;
  expect(order).toEqual(["SIGKILL", "released"]);
});

test("does not wait for ever for a start that ignores the end of the session", async () => {
  const session = createSession({ ...base, startTimeoutMs: 20, spawn: () => new Promise(() => {}) });
  const rejected = expect(session.spawn?.({ command: "a" })).rejects.toMatchObject({ code: "closed" });
  await session.close({ graceMs: 10 });
  await rejected;
});

test("asks before it kills, and releases its resources even if a kill fails", async () => {
  const order: string[] = [];
  const session = createSession({
    ...base,
    async spawn({ command }) {
      const process = fakeProcess((signal) => order.push(signal));
      if (command !== "stuck") return process;
      return { ...process, kill: () => Promise.reject(new Error("The engine is gone.")) };
    },
    async close() {
      order.push("released");
    },
  });
  await session.spawn?.({ command: "a" });
  await session.spawn?.({ command: "stuck" });
  await expect(session.close({ graceMs: 5 })).rejects.toThrow("The engine is gone.");
  expect(order).toEqual(["SIGTERM", "SIGKILL", "released"]);
});

test("makes any failure of the adapter a SandboxError, with its cause", async () => {
  const cause = Object.assign(new Error("spawn a ENOENT"), { code: "ENOENT" });
  const session = createSession({ ...base, spawn: () => Promise.reject(cause) });
  const error = await session.spawn?.({ command: "a" }).catch((caught: unknown) => caught);
  expect(isSandboxError(error)).toBe(true);
  expect(error).toMatchObject({ code: "spawn_failed", detail: "ENOENT", cause });
});

test("makes no warning for many starts at once", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  const session = createSession({ ...base, spawn: async () => fakeProcess() });
  await Promise.all(Array.from({ length: 30 }, () => session.spawn?.({ command: "a" })));
  await session.close({ graceMs: 1 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});
