import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bashSandbox } from "@x/sandbox-bash";
import { expect, test } from "vitest";

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const bash = (script: string) => ({ command: "bash", args: ["-c", script] });

test("works as called, and says that it does not isolate", async () => {
  const sandbox = bashSandbox();
  expect([sandbox.id, sandbox.isolation]).toEqual(["bash", "none"]);
  await using session = await sandbox.open();
  expect([session.executor, session.isolation, "spawn" in session]).toEqual(["available", "none", false]);
});

test("runs the scripts of a real bash", async () => {
  await using session = await bashSandbox().open();
  const script = 'set -- x "y z"; [[ xx == +(x) ]] && printf "<%s>" "$@"; echo "$BASH_VERSINFO" >&2; exit 3';
  const result = await session.exec?.(bash(script));
  expect(text(result?.stdout)).toBe("<x><y z>");
  expect(Number(text(result?.stderr))).toBeGreaterThanOrEqual(4);
  expect(result?.exitCode).toBe(3);
});

test("reads no startup file, neither itself nor in a bash that it starts", async () => {
  await using session = await bashSandbox({ env: { HOME: "." } }).open();
  await session.files?.write(".bashrc", new TextEncoder().encode("echo from-bashrc\n"));
  expect(text((await session.exec?.({ command: "true" }))?.stdout)).toBe("");
  expect(text((await session.exec?.(bash("echo script")))?.stdout)).toBe("script\n");
});

test("never reads an argument as code", async () => {
  await using session = await bashSandbox().open();
  const result = await session.exec?.({ command: "printf", args: ["%s|", "$(id)", "; id", "-x"] });
  expect(text(result?.stdout)).toBe("$(id)|; id|-x|");
});

test("keeps files between commands", async () => {
  await using session = await bashSandbox().open();
  await session.exec?.(bash("echo kept > note"));
  expect(text((await session.exec?.({ command: "cat", args: ["note"] }))?.stdout)).toBe("kept\n");
});

test("says how to get a bash where there is none", async () => {
  for (const shell of ["/no/such/bash", "/bin/true"]) {
    await expect(bashSandbox({ shell }).open()).rejects.toMatchObject({
      code: "unavailable",
      retryable: true,
      remedy: expect.stringContaining("shell"),
    });
  }
});

test("leaves no shell behind that hangs while it is looked for", async () => {
  const directory = await mkdtemp(join(tmpdir(), "hanging-"));
  try {
    const shell = join(directory, "bash");
    const pidFile = join(directory, "pid");
    await writeFile(shell, `#!/bin/sh\necho $$ > ${pidFile}\nsleep 60\n`, { mode: 0o755 });
    const stop = new AbortController();
    const opening = bashSandbox({ shell }).open({ signal: stop.signal });
    const rejected = expect(opening).rejects.toMatchObject({ code: "cancelled" });
    await expect.poll(() => readFile(pidFile, "utf8").catch(() => ""), { timeout: 10_000 }).toMatch(/\d\n/);
    const pid = Number(await readFile(pidFile, "utf8"));
    stop.abort();
    await rejected;
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  } finally {
    await rm(directory, { recursive: true });
  }
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
