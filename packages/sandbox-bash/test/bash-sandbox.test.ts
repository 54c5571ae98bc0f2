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

test("reads no profile and no file that the environment names for interactive shells", async () => {
  await using session = await bashSandbox().open();
  await session.files?.write("rc", new TextEncoder().encode("echo from-rc"));
  const result = await session.exec?.({ command: "true", env: { ENV: "./rc", HOME: "." } });
  expect(text(result?.stdout)).toBe("");
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
