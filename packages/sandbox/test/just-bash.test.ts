import { createJustBashSandbox } from "@ai-sdk/sandbox-just-bash";
import { type AiSdkSandboxSession, fromAiSdkSandbox } from "@x/sandbox";
import { expect, test } from "vitest";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

async function open() {
  const foreign: AiSdkSandboxSession = await createJustBashSandbox({}).createSession();
  return fromAiSdkSandbox(foreign, { isolation: "virtual" }).open();
}

test("a session of the AI SDK's just-bash offers exec and files, and no spawn", async () => {
  await using session = await open();
  expect([session.executor, "exec" in session, "spawn" in session]).toEqual(["available", true, false]);
  expect(session.isolation).toBe("virtual");
  expect(session.features.has("processes")).toBe(false);
});

test("its commands take stdin, arguments, a directory and variables as they are", async () => {
  await using session = await open();
  const cat = await session.exec?.({ command: "cat" }, { stdin: encode("through a file") });
  expect(decode(cat?.stdout)).toBe("through a file");
  const args = ["it's", "$(id)", "a b", ""];
  const printed = await session.exec?.({ command: "printf", args: ["<%s>", ...args] });
  expect(decode(printed?.stdout)).toBe("<it's><$(id)><a b><>");
  const env = await session.exec?.({
    command: "printenv",
    args: ["KEY"],
    env: { KEY: "v=1 '2'" },
    cwd: "/tmp",
  });
  expect(decode(env?.stdout)).toBe("v=1 '2'\n");
  expect((await session.exec?.({ command: "bash", args: ["-c", "exit 7"] }))?.exitCode).toBe(7);
});

test("its files are the ones that its commands see", async () => {
  await using session = await open();
  await session.files?.write("notes/one", encode("first"));
  expect(decode((await session.exec?.({ command: "cat", args: ["notes/one"] }))?.stdout)).toBe("first");
  await session.exec?.({ command: "bash", args: ["-c", "echo second > notes/two"] });
  expect(decode(await session.files?.read("notes/two"))).toBe("second\n");
  expect(await session.files?.list("notes")).toEqual([
    { name: "one", type: "file" },
    { name: "two", type: "file" },
  ]);
  await session.files?.remove("notes/one");
  await expect(session.files?.read("notes/one")).rejects.toMatchObject({ code: "file_not_found" });
});
