import { chmod, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandLines } from "./fixtures/host-processes.ts";
import { openBwrap, sh } from "./fixtures/session.ts";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "bwrap-test-"));
  await chmod(directory, 0o777);
});
afterEach(() => rm(directory, { recursive: true }));

describe("a program in bubblewrap", () => {
  test("sees an environment that was made for it", async () => {
    await using session = await openBwrap({ env: { OWN: "1" } });
    const { stdout } = await session.exec({ command: "env", env: { CALL: "2" } });
    const names = new TextDecoder()
      .decode(stdout)
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0] ?? "");
    const expected = [
      "CALL",
      "HOME",
      "LANG",
      "LOGNAME",
      "OWN",
      "PATH",
      "PWD",
      "SHELL",
      "TERM",
      "TMPDIR",
      "USER",
    ];
    expect(names.filter((name) => name !== "_").sort()).toEqual(expected);
  });

  test("shows its variables to no other user of the host", async () => {
    await using session = await openBwrap();
    await using started = await session.spawn({ command: "cat", env: { TOKEN: "env-canary-1234" } });
    await started.writeStdin(new Uint8Array([10]));
    await started.stdout[Symbol.asyncIterator]().next();
    expect((await commandLines()).some((line) => line.includes("env-canary-1234"))).toBe(false);
  });

  test("sees no path of the host in its process table", async () => {
    await using session = await openBwrap({ root: directory });
    expect(await sh(session, "cat /proc/*/cmdline | tr '\\0' ' '")).not.toContain(directory);
  });

  test("inherits no open descriptor of the host but its three streams", async () => {
    const file = await open(join(directory, "secret"), "w");
    await using session = await openBwrap();
    const listing = await sh(session, "exec ls -l /proc/self/fd | sed -n 's/.* -> //p'");
    await file.close();
    // `ls` itself has the directory open.
    const others = listing
      .split("\n")
      .filter((target) => target !== "/dev/null" && !target.startsWith("/proc"));
    expect(others).toHaveLength(3);
    for (const target of others) expect(target).toMatch(/^(socket|pipe):/);
  });

  test("can write to its workdir, its home and /tmp, and nowhere else", async () => {
    await using session = await openBwrap();
    const script =
      'for d in /workspace "$HOME" /tmp /dev/shm / /dev /etc /usr /home /proc; do ( : > "$d/probe" ) 2>/dev/null && printf "%s " "$d"; done';
    expect(await sh(session, script)).toBe("/workspace /home/sandbox /tmp /dev/shm");
  });

  test("keeps its home from one command to the next, and has a name", async () => {
    await using session = await openBwrap();
    await sh(session, 'echo cached > "$HOME/cache"');
    expect(await sh(session, 'cat "$HOME/cache"; whoami')).toBe("cached\nsandbox");
  });

  test("cannot make namespaces of its own", async () => {
    await using session = await openBwrap();
    const { exitCode } = await session.exec({ command: "unshare", args: ["--user", "true"] });
    expect(exitCode).not.toBe(0);
  });

  test("runs the Node that runs us", async () => {
    await using session = await openBwrap();
    expect(await sh(session, "node --version")).toBe(process.version);
  });
});

describe("binds", () => {
  test("shows what it is told to, read-only unless it says otherwise", async () => {
    await writeFile(join(directory, "file"), "given");
    const binds = [
      { source: directory, target: "/data" },
      { source: directory, target: "/data-rw", writable: true },
    ];
    await using session = await openBwrap({ binds });
    expect(await sh(session, "cat /data/file; (echo x > /data/new) 2>/dev/null || echo denied")).toBe(
      "givendenied",
    );
    await sh(session, "echo made > /data-rw/new");
    expect(await readFile(join(directory, "new"), "utf8")).toBe("made\n");
  });

  test("uses a root of the host and leaves it alone", async () => {
    const session = await openBwrap({ root: directory });
    await sh(session, "echo kept > note");
    await session.close();
    expect(await readFile(join(directory, "note"), "utf8")).toBe("kept\n");
  });
});
