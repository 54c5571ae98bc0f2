import { fromSeedSession, SandboxError, type SeedProcess } from "@x/sandbox";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "./fixtures/shell-process.ts";
import { textSession } from "./fixtures/text-session.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const readAll = async (stream: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** A process that prints these chunks and records what it is given. */
function fakeProcess(chunks: readonly string[], written: string[] = []): SeedProcess {
  let end: (exit: { exitCode: number }) => void = () => {};
  return {
    stdout: (async function* () {
      yield* chunks;
    })(),
    stderr: (async function* () {})(),
    exit: new Promise((resolve) => {
      end = resolve;
    }),
    async writeStdin(chunk) {
      written.push(chunk);
    },
    kill: () => end({ exitCode: 0 }),
  };
}

describe("fromSeedSession", () => {
  test("offers what the foreign session has", async () => {
    const whole = textSession(temporaryDirectory());
    const shapes: [Parameters<typeof fromSeedSession>[0], string, boolean, boolean][] = [
      [{}, "unavailable", false, false],
      [{ exec: whole.exec }, "available", false, true],
      [{ spawn: whole.spawn }, "available", true, false],
      [whole, "available", true, true],
    ];
    for (const [foreign, executor, spawn, exec] of shapes) {
      const session = await fromSeedSession(foreign).open();
      expect([session.executor, "spawn" in session, "exec" in session]).toEqual([executor, spawn, exec]);
    }
  });

  test("says that it cannot give EOF where the foreign process cannot", async () => {
    const workdir = temporaryDirectory();
    await using session = await fromSeedSession(textSession(workdir, { closeStdin: false }), {
      workdir,
    }).open();
    const process = await session.spawn?.({ command: "cat" });
    await expect(process?.closeStdin()).rejects.toMatchObject({ code: "unsupported" });
    await process?.kill("SIGKILL");
    expect(session.features.has("close-stdin")).toBe(false);
  });

  test("keeps characters whole that are cut between chunks, in both directions", async () => {
    const written: string[] = [];
    const foreign = fakeProcess(["a", `b${"🧪"[0]}`, `${"🧪"[1]}c`], written);
    const session = await fromSeedSession({ spawn: async () => foreign }).open();
    const process = await session.spawn?.({ command: "any" });
    for (const byte of encode("é🧪")) await process?.writeStdin(Uint8Array.of(byte));
    expect(process && (await readAll(process.stdout))).toBe("ab🧪c");
    expect(written.join("")).toBe("é🧪");
    await process?.kill("SIGKILL");
  });

  test("refuses bytes that are no text, instead of changing them", async () => {
    const workdir = temporaryDirectory();
    await using session = await fromSeedSession(textSession(workdir), { workdir }).open();
    const stdin = Uint8Array.of(0xff, 0xfe);
    await expect(session.exec?.({ command: "cat" }, { stdin })).rejects.toMatchObject({
      code: "unsupported",
    });
    const process = await session.spawn?.({ command: "cat" });
    await expect(process?.writeStdin(stdin)).rejects.toMatchObject({ code: "unsupported" });
  });

  test("borrows the session: closing ends what was started here and no more", async () => {
    const workdir = temporaryDirectory();
    const foreign = textSession(workdir);
    const own = await foreign.spawn("cat");
    const session = await fromSeedSession(foreign, { workdir }).open();
    const process = await session.spawn?.({ command: "cat" });
    await session.close({ graceMs: 10 });
    expect((await process?.exit)?.reason).toBe("killed");
    await own.writeStdin("alive");
    await own.closeStdin?.();
    let text = "";
    for await (const chunk of own.stdout) text += chunk;
    expect(text).toBe("alive");
  });

  test("claims no isolation unless its user vouches for it", async () => {
    expect(fromSeedSession({}).isolation).toBe("none");
    const sandbox = fromSeedSession({}, { isolation: "remote", features: ["network-none"] });
    const session = await sandbox.open();
    expect([sandbox.isolation, session.isolation, session.features.has("network-none")]).toEqual([
      "remote",
      "remote",
      true,
    ]);
  });

  test("hands its own errors and those of the foreign session on", async () => {
    const exec = () => Promise.reject(new Error("The machine is gone."));
    const session = await fromSeedSession({ exec }).open();
    const error = await session.exec?.({ command: "a" }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error).toMatchObject({ cause: { message: "The machine is gone." } });
  });
});
