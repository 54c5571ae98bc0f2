import { createByteQueue, createProcess, type ProcessEnd, type ProcessParts, SandboxError } from "@x/sandbox";
import { expect, test } from "vitest";

interface Setting {
  readonly parts: ProcessParts;
  end(end: ProcessEnd): void;
  lose(error: Error): void;
  readonly log: string[];
}

function setting(change: Partial<ProcessParts> = {}): Setting {
  const log: string[] = [];
  let end: (end: ProcessEnd) => void = () => {};
  let lose: (error: Error) => void = () => {};
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    [end, lose] = [resolve, reject];
  });
  const [stdout, stderr] = [createByteQueue(), createByteQueue()];
  const parts: ProcessParts = {
    id: "1",
    stdout,
    stderr,
    ended,
    async writeStdin(chunk) {
      log.push(`write ${chunk.length}`);
    },
    async closeStdin() {
      log.push("close");
    },
    async kill(signal) {
      log.push(signal);
      stdout.end();
      stderr.end();
      end({ exitCode: null, signal });
    },
    ...change,
  };
  return { parts, end, lose, log };
}

const bytes = (length: number) => new Uint8Array(length);

test("says how a program ended, from what the backend told", async () => {
  const cases: [ProcessEnd, "SIGTERM" | "SIGKILL" | undefined, unknown][] = [
    [{ exitCode: 3 }, undefined, { reason: "exited", exitCode: 3 }],
    [
      { exitCode: null, signal: "SIGSEGV" },
      undefined,
      { reason: "signaled", exitCode: null, signal: "SIGSEGV" },
    ],
    [
      { exitCode: null, signal: "SIGKILL" },
      "SIGKILL",
      { reason: "killed", exitCode: null, signal: "SIGKILL" },
    ],
    [{ exitCode: 137 }, "SIGKILL", { reason: "killed", exitCode: null, signal: "SIGKILL" }],
    [{ exitCode: 143 }, "SIGTERM", { reason: "killed", exitCode: null, signal: "SIGTERM" }],
    [{ exitCode: 143 }, undefined, { reason: "exited", exitCode: 143 }],
    [{ exitCode: 0 }, "SIGTERM", { reason: "exited", exitCode: 0 }],
    [{ exitCode: null }, undefined, { reason: "unknown", exitCode: null }],
    [{ exitCode: 137, reason: "oom" }, undefined, { reason: "oom", exitCode: 137 }],
  ];
  for (const [end, sent, exit] of cases) {
    const { parts, end: finish } = setting({ drainMs: 1, async kill() {} });
    const process = createProcess(parts);
    if (sent === "SIGTERM") await process.kill(sent);
    const killing = sent === "SIGKILL" ? process.kill(sent) : undefined;
    finish(end);
    await killing;
    expect(await process.exit).toEqual(exit);
  }
});

test("makes one write at a time, in the order of the calls, and closes after the last", async () => {
  const open: (() => void)[] = [];
  const { parts, log } = setting({
    writeStdin: (chunk) =>
      new Promise((resolve) => {
        log.push(`write ${chunk.length}`);
        open.push(resolve);
      }),
  });
  const process = createProcess(parts);
  const writes = [process.writeStdin(bytes(1)), process.writeStdin(bytes(2))];
  const closing = process.closeStdin();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(log).toEqual(["write 1"]);
  open[0]?.();
  await writes[0];
  await new Promise((resolve) => setTimeout(resolve, 5));
  open[1]?.();
  await closing;
  expect(log).toEqual(["write 1", "write 2", "close"]);
  await process.closeStdin();
  expect(log).toHaveLength(3);
});

test("lets a backend that keeps order itself have all writes at once", async () => {
  const { parts, log } = setting({ pipelined: true, writeStdin: () => new Promise(() => log.push("write")) });
  const process = createProcess(parts);
  for (let index = 0; index < 3; index += 1) void process.writeStdin(bytes(1)).catch(() => {});
  expect(log).toEqual(["write", "write", "write"]);
});

test("rejects writes that the backend never answers when the program ends", async () => {
  for (const pipelined of [true, false]) {
    const { parts, end } = setting({ pipelined, drainMs: 1, writeStdin: () => new Promise(() => {}) });
    const process = createProcess(parts);
    const writes = [process.writeStdin(bytes(1)), process.writeStdin(bytes(1))];
    end({ exitCode: 0 });
    for (const write of writes) await expect(write).rejects.toMatchObject({ code: "closed" });
  }
});

test("resolves `closeStdin` when the program ends before the backend answers", async () => {
  const { parts, end } = setting({ drainMs: 1, closeStdin: () => new Promise(() => {}) });
  const process = createProcess(parts);
  const closing = process.closeStdin();
  end({ exitCode: 0 });
  await closing;
});

test("gives a failed write the code `closed`, or the backend's own", async () => {
  const failures = [
    Object.assign(new Error("EPIPE"), { code: "EPIPE" }),
    new SandboxError("quota", { message: "full" }),
  ];
  for (const [index, failure] of failures.entries()) {
    const { parts } = setting({ writeStdin: () => Promise.reject(failure) });
    const error = await createProcess(parts)
      .writeStdin(bytes(1))
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: index === 0 ? "closed" : "quota" });
  }
});

test("does not wait for ever for streams that stay open after the end", async () => {
  const { parts, end } = setting({ drainMs: 20 });
  const process = createProcess(parts);
  end({ exitCode: 0 });
  expect(await process.exit).toEqual({ reason: "exited", exitCode: 0 });
  for await (const _ of process.stdout) expect.unreachable();
});

test("fails the streams, and not `exit`, when the backend is lost", async () => {
  const { parts, lose } = setting();
  const process = createProcess(parts);
  const reason = new Error("socket closed");
  lose(reason);
  expect(await process.exit).toEqual({ reason: "backend-lost", exitCode: null });
  await expect(process.stdout[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: "state_lost",
    cause: reason,
  });
  await expect(process.writeStdin(bytes(1))).rejects.toMatchObject({ code: "state_lost" });
  await process.kill("SIGKILL");
});

test("kills once for all callers and not at all after the end", async () => {
  const { parts, log } = setting();
  await using process = createProcess(parts);
  await process.kill();
  await process.kill("SIGKILL");
  await process[Symbol.asyncDispose]();
  expect(log).toEqual(["SIGTERM"]);
});
