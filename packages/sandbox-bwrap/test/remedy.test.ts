import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BwrapSandboxOptions, bwrapSandbox } from "@x/sandbox-bwrap";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openBwrap } from "./fixtures/session.ts";

let directory = "";
let temporary = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "remedy-"));
  await chmod(directory, 0o755);
  // Other tests make directories in the common one at the same time.
  temporary = join(directory, "tmp");
  await mkdir(temporary);
  vi.stubEnv("TMPDIR", temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true });
});

describe("open()", () => {
  test("says for each failure of bubblewrap what helps", async () => {
    const failures: [said: string, remedy: RegExp][] = [
      ["Unknown option --disable-userns", /0\.8\.0/],
      ["No permissions to create new namespace, likely because ...", /AppArmor/],
      ["Creating new namespace failed: Operation not permitted", /user namespaces/],
      ["setting up uid map: Permission denied", /kernel\.apparmor_restrict_unprivileged_userns/],
      ["Can't mount proc on /newroot/proc: Operation not permitted", /systempaths=unconfined/],
      ["Can't find source path /data: No such file or directory", /"binds" and "root"/],
      ["execvp prlimit: No such file or directory", /util-linux/],
      ["Something nobody has seen before", /by hand/],
    ];
    for (const [said, remedy] of failures) {
      const bwrap = join(directory, "bwrap");
      await writeFile(bwrap, `#!/bin/sh\necho "bwrap: ${said}" >&2\nexit 1\n`, { mode: 0o755 });
      await expect(bwrapSandbox({ bwrap }).open()).rejects.toMatchObject({
        code: "unavailable",
        sandbox: "bwrap",
        remedy: expect.stringMatching(remedy),
      });
      expect(await readdir(temporary)).toEqual([]);
    }
  });

  test("names the package to install where there is no bubblewrap", async () => {
    await expect(bwrapSandbox({ bwrap: "no-such-bwrap" }).open()).rejects.toMatchObject({
      code: "unavailable",
      remedy: expect.stringContaining("apt install bubblewrap"),
    });
  });

  test("says whose permission is missing where there is one that must not be started", async () => {
    const bwrap = join(directory, "bwrap");
    await writeFile(bwrap, "", { mode: 0o644 });
    await expect(bwrapSandbox({ bwrap }).open()).rejects.toMatchObject({
      code: "unavailable",
      remedy: expect.stringContaining("must be allowed to start it"),
    });
  });

  test("refuses a root that programs could not write to", async () => {
    if (process.getuid?.() !== 0) await chmod(directory, 0o555);
    await expect(bwrapSandbox({ root: directory }).open()).rejects.toMatchObject({
      code: "unavailable",
      remedy: expect.stringContaining('"root"'),
    });
  });

  test("refuses a bind that is not there", async () => {
    const binds = [{ source: join(directory, "missing") }];
    await expect(bwrapSandbox({ binds }).open()).rejects.toMatchObject({
      code: "unavailable",
      remedy: expect.stringContaining('"binds"'),
    });
  });

  test("says where to make room when its directories cannot be made", async () => {
    vi.stubEnv("TMPDIR", join(directory, "missing"));
    await expect(bwrapSandbox().open()).rejects.toMatchObject({
      name: "SandboxError",
      code: "unavailable",
      detail: "ENOENT",
      remedy: expect.stringContaining("TMPDIR"),
    });
  });

  test("leaves nothing when it is cancelled on the way", async () => {
    const stop = new AbortController();
    const opening = bwrapSandbox().open({ signal: stop.signal });
    setTimeout(() => stop.abort(new Error("enough")), 10);
    await expect(opening).rejects.toMatchObject({ code: "cancelled", cause: { message: "enough" } });
    await expect.poll(() => readdir(temporary)).toEqual([]);
  });

  test("leaves no directory after it was closed", async () => {
    const session = await openBwrap();
    await session.files.write("deep/er/file", new Uint8Array([1]));
    await session.close();
    expect(await readdir(temporary)).toEqual([]);
  });
});

test("options that make no sense are refused by name", () => {
  const bad: [BwrapSandboxOptions | Record<string, unknown>, string][] = [
    [{ network: "bridge" }, "network"],
    [{ installNetwork: "" }, "installNetwork"],
    [{ limits: { memoryBytes: 0 } }, "limits.memoryBytes"],
    [{ limits: { pids: 1.5 } }, "limits.pids"],
    [{ limits: { cpuTimeMs: -1 } }, "limits.cpuTimeMs"],
    [{ tmpBytes: Number.NaN }, "tmpBytes"],
    [{ seccomp: "off" }, "seccomp"],
    [{ uid: -1 }, "uid"],
    [{ binds: [{ source: "relative" }] }, "binds"],
    [{ binds: [{ source: "/" }] }, "binds"],
    [{ binds: [{ source: "//proc/./" }] }, "binds"],
    [{ binds: [{ source: "/var/run/docker.sock" }] }, "binds"],
    [{ binds: [{ source: "/data", target: "in" }] }, "binds"],
  ];
  for (const [options, key] of bad) {
    expect(() => bwrapSandbox(options as BwrapSandboxOptions)).toThrow(
      expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining(`"${key}"`) }),
    );
  }
});
