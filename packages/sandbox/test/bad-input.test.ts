import {
  autoSandbox,
  fromAiSdkSandbox,
  fromSeedSession,
  memorySandbox,
  type Sandbox,
  SandboxNoExecutorError,
  type SandboxSession,
  withPolicy,
} from "@x/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reference } from "./fixtures/reference.ts";

const refused = { name: "SandboxError", code: "invalid_argument" };

describe("what makes no sense is refused by name", () => {
  const sandboxes: readonly [string, () => Sandbox][] = [
    ["memory", memorySandbox],
    ["auto", () => autoSandbox({ minimum: "none", candidates: [memorySandbox()] })],
    ["under a policy", () => withPolicy(memorySandbox(), {})],
    ["of the AI SDK", () => fromAiSdkSandbox({} as never)],
    ["of text", () => fromSeedSession({} as never)],
  ];
  test.each(sandboxes)("when a sandbox is opened: %s", async (_, make) => {
    for (const options of [null, "x", { signal: null }, { signal: {} }, { labels: { a: 1 } }])
      await expect(make().open(options as never)).rejects.toMatchObject(refused);
  });

  test("when a sandbox is made", () => {
    const makers: readonly ((options: never) => unknown)[] = [
      memorySandbox,
      autoSandbox,
      fromAiSdkSandbox,
      fromSeedSession,
    ];
    for (const make of makers) expect(() => make(null as never)).toThrow(expect.objectContaining(refused));
    for (const options of [{ startTimeoutMs: Number.NaN }, { startTimeoutMs: -1 }, { env: { A: 1 } }])
      expect(() => memorySandbox(options as never)).toThrow(expect.objectContaining(refused));
    expect(() => autoSandbox({ minimum: "none" } as never)).toThrow(expect.objectContaining(refused));
  });

  let session: SandboxSession & Required<Pick<SandboxSession, "spawn" | "files">>;
  beforeAll(async () => {
    const { spawn, files, ...rest } = await reference().open();
    if (!spawn || !files) throw new SandboxNoExecutorError();
    session = { ...rest, spawn, files };
  });
  afterAll(() => session.close());

  test.each([
    null,
    undefined,
    "cat",
    { command: 5 },
    { command: "cat", args: "x" },
    { command: "cat", args: [5] },
    { command: "cat", env: null },
    { command: "cat", env: { A: 5 } },
  ])("as a command: %o", async (command) => {
    await expect(session.spawn(command as never)).rejects.toMatchObject(refused);
  });

  test.each([null, undefined, 5, {}])("as a path: %o", async (path) => {
    const { files } = session;
    const wrong = path as never;
    for (const work of [
      () => files.read(wrong),
      () => files.write(wrong, new Uint8Array(1)),
      () => files.list(wrong),
      () => files.remove(wrong),
    ])
      await expect(work()).rejects.toMatchObject({ code: "invalid_path" });
    await expect(session.spawn({ command: "cat", cwd: (path ?? 5) as never })).rejects.toMatchObject({
      code: "invalid_path",
    });
  });

  test("as content, as a bound and as a signal to send", async () => {
    for (const data of [null, "text", 5])
      await expect(session.files.write("a", data as never)).rejects.toMatchObject(refused);
    for (const options of [null, { maxBytes: Number.NaN }])
      await expect(session.files.read("a", options as never)).rejects.toMatchObject(refused);
    await using process = await session.spawn({ command: "cat" });
    for (const signal of [null, "HUP", "SIGHUP", 9])
      await expect(process.kill(signal as never)).rejects.toMatchObject(refused);
  });
});
