import { readdir } from "node:fs/promises";
import { type AiSdkSandboxSession, fromAiSdkSandbox } from "@x/sandbox";
import { describe, expect, test } from "vitest";
import { aiSdkSession } from "./fixtures/ai-sdk-session.ts";
import { temporaryDirectory } from "./fixtures/shell-process.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe("fromAiSdkSandbox", () => {
  test("finds out whether programs can have a stdin", async () => {
    for (const stdin of ["supported", "rejected", "ignored"] as const) {
      await using session = await fromAiSdkSandbox(aiSdkSession(temporaryDirectory(), stdin)).open();
      expect("spawn" in session).toBe(stdin === "supported");
      const result = await session.exec?.({ command: "cat" }, { stdin: encode("through") });
      expect(decode(result?.stdout)).toBe("through");
    }
  });

  test("leaves no file of a stdin behind", async () => {
    const directory = temporaryDirectory();
    await using session = await fromAiSdkSandbox(aiSdkSession(directory, "rejected")).open();
    await session.exec?.({ command: "cat" }, { stdin: encode("x") });
    await session.exec?.({ command: "sleep", args: ["30"] }, { stdin: encode("x"), timeoutMs: 200 });
    expect(await readdir(directory)).toEqual([]);
  });

  test("asks for a stdin with one shell command, and never ties it to the signal of the start", async () => {
    const seen: Parameters<AiSdkSandboxSession["spawn"]>[0][] = [];
    const directory = temporaryDirectory();
    const inner = aiSdkSession(directory, "supported");
    const spawn: AiSdkSandboxSession["spawn"] = (options) => {
      seen.push(options);
      return inner.spawn(options);
    };
    await using session = await fromAiSdkSandbox({ ...inner, spawn }).open();
    const stop = new AbortController();
    const command = { command: "cat", args: ["-", "it's"], env: { A: "1" } };
    const process = await session.spawn?.(command, { signal: stop.signal });
    stop.abort();
    expect(seen.at(-1)).toMatchObject({
      command: `'cat' '-' 'it'\\''s'`,
      workingDirectory: directory,
      env: { A: "1" },
      stdin: true,
    });
    expect(seen.at(-1)?.abortSignal?.aborted).toBe(false);
    await process?.kill("SIGKILL");
    expect(await process?.exit).toEqual({ reason: "killed", exitCode: null });
  });

  test("says what to do when the session runs nothing", async () => {
    const gone: AiSdkSandboxSession = {
      ...aiSdkSession("/", "supported"),
      spawn: () => Promise.reject(new Error("expired")),
    };
    await expect(fromAiSdkSandbox(gone).open()).rejects.toMatchObject({
      code: "unavailable",
      cause: { message: "expired" },
      remedy: expect.stringContaining("open"),
    });
  });

  test("never closes the session it has borrowed", async () => {
    const foreign = aiSdkSession(temporaryDirectory(), "supported");
    const session = await fromAiSdkSandbox(foreign).open();
    await session.close();
    await expect(session.exec?.({ command: "true" })).rejects.toMatchObject({ code: "closed" });
    const again = await fromAiSdkSandbox(foreign).open();
    expect((await again.exec?.({ command: "true" }))?.exitCode).toBe(0);
  });
});
