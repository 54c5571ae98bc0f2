import { realCommand } from "@x/tooling/real-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sandboxAt } from "./fixtures/stand-in-sandbox.ts";
import { type StandIn, startStandIn } from "./stand-in/stand-in.ts";

const hasBwrap = await realCommand("bwrap", "apt-get install bubblewrap");

describe.skipIf(!hasBwrap)("what passes between a program and its caller", () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterEach(() => {
    Object.assign(standIn.faults, { chunkBytes: undefined, profileNoise: undefined, cutInput: false });
  });
  afterAll(() => standIn[Symbol.asyncDispose]());

  test("is every byte of a file, though output is text", async () => {
    await using session = await sandboxAt(standIn).open();
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
    await session.files?.write("all-bytes", bytes);
    expect(Buffer.compare((await session.files?.read("all-bytes")) ?? new Uint8Array(), bytes)).toBe(0);
  }, 30_000);

  test("is nothing of what the shell's profile prints, and whole characters, however it is cut", async () => {
    Object.assign(standIn.faults, { chunkBytes: 3, profileNoise: "Welcome to this machine!\n" });
    await using session = await sandboxAt(standIn).open();
    const text = "naïve – 🙂 日本語\n";
    const result = await session.exec?.({ command: "bash", args: ["-c", 'printf %s "$1"', "bash", text] });
    expect(new TextDecoder().decode(result?.stdout)).toBe(text);
    expect(result?.stderr.length).toBe(0);
  }, 30_000);

  test("is never sent again when its answer is lost: the program counts as lost", async () => {
    await using session = await sandboxAt(standIn).open();
    const process = await session.spawn?.({ command: "cat" });
    standIn.faults.cutInput = true;
    await expect(process?.writeStdin(new TextEncoder().encode("once\n"))).rejects.toThrow();
    expect(await process?.exit).toMatchObject({ reason: "backend-lost" });
    expect(standIn.envd(session.id).inputs).toEqual([{ bytes: 5 }]);
  }, 30_000);
});
