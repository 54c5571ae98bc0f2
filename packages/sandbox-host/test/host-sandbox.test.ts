import { mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSandboxError } from "@x/sandbox";
import { type HostSandboxOptions, hostSandbox } from "@x/sandbox-host";
import { expect, test } from "vitest";
import { openHost } from "./fixtures/session.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("starts nothing without the opt-in, and names its key", () => {
  for (const options of [
    undefined,
    {},
    { allowHostExecution: false },
    { allowHostExecution: "true" },
    { allowHostExecution: 1 },
  ]) {
    let error: unknown;
    try {
      hostSandbox(options as unknown as HostSandboxOptions);
    } catch (caught) {
      error = caught;
    }
    expect(isSandboxError(error)).toBe(true);
    expect(error).toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("allowHostExecution: true"),
    });
  }
});

test("says that it does not isolate", async () => {
  const sandbox = hostSandbox({ allowHostExecution: true });
  expect(sandbox.isolation).toBe("none");
  await using session = await sandbox.open();
  expect(session.isolation).toBe("none");
});

test("maps /workspace to a private directory, which close() removes", async () => {
  const session = await openHost();
  await session.files.write("sub/file", new Uint8Array([1]));
  const cwd = text((await session.exec({ command: "pwd", cwd: "/workspace/sub" })).stdout).trim();
  expect(cwd.endsWith("/sub")).toBe(true);
  expect(cwd.startsWith(await realpath(tmpdir()))).toBe(true);
  expect(text((await session.exec({ command: "pwd", cwd: "/" })).stdout)).toBe("/\n");
  await session.close();
  await expect(readdir(cwd)).rejects.toMatchObject({ code: "ENOENT" });
});

test("uses the directory it is given, and leaves it alone", async () => {
  const root = await mkdtemp(join(tmpdir(), "root-"));
  try {
    await writeFile(join(root, "given"), "here");
    const session = await openHost({ root });
    expect(session.features.has("session-files")).toBe(false);
    expect(text(await session.files.read("given"))).toBe("here");
    await session.files.write("made", new TextEncoder().encode("too"));
    await session.close();
    expect(await readFile(join(root, "made"), "utf8")).toBe("too");
  } finally {
    await rm(root, { recursive: true });
  }
});

test("refuses a root that is no directory", async () => {
  const root = await mkdtemp(join(tmpdir(), "root-"));
  try {
    await writeFile(join(root, "file"), "");
    await symlink("/nowhere/at/all", join(root, "dangling"));
    for (const name of ["file", "dangling", "missing"]) {
      const opening = hostSandbox({ allowHostExecution: true, root: join(root, name) }).open();
      await expect(opening).rejects.toMatchObject({
        code: "invalid_path",
        message: expect.stringContaining("root"),
      });
    }
  } finally {
    await rm(root, { recursive: true });
  }
});

test("gives programs seven variables of the host, its own, and those of the call", async () => {
  process.env.HOST_SECRET_CANARY = "s3cret";
  try {
    await using session = await openHost({ env: { OWN: "1", BOTH: "sandbox" } });
    const { stdout } = await session.exec({ command: "env", env: { CALL: "2", BOTH: "call" } });
    const names = text(stdout)
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    const allowed = ["HOME", "LOGNAME", "PATH", "SHELL", "SHLVL", "TERM", "USER", "OWN", "BOTH", "CALL"];
    expect(names.filter((name) => name === undefined || !allowed.includes(name))).toEqual([]);
    expect(text(stdout)).toContain("BOTH=call\n");
    expect(text(stdout)).not.toContain("s3cret");
  } finally {
    delete process.env.HOST_SECRET_CANARY;
  }
});

test("says within milliseconds what is missing, without repeating arguments or variables", async () => {
  await using session = await openHost();
  const startedAt = performance.now();
  const error = await session
    .spawn({ command: "no-such-program", args: ["--token=arg-canary"], env: { KEY: "env-canary" } })
    .catch((caught: unknown) => caught);
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(error).toMatchObject({
    code: "spawn_failed",
    detail: "ENOENT",
    message: expect.stringContaining("no-such-program"),
  });
  const everything = JSON.stringify(error) + String(error) + String((error as Error).stack);
  expect(everything).not.toContain("canary");
});

test("no bash reads a startup file, though its stdin is a socket", async () => {
  await using session = await openHost({ env: { HOME: "." } });
  await session.files.write(".bashrc", new TextEncoder().encode("echo from-bashrc\n"));
  const { stdout } = await session.exec({ command: "bash", args: ["-c", "echo script"] });
  expect(text(stdout)).toBe("script\n");
});
