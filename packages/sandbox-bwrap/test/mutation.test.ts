import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ContractOptions, sandboxContract } from "@x/sandbox/testkit";
import { type BwrapSandboxOptions, bwrapSandbox } from "@x/sandbox-bwrap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BwrapParent, doomedParent } from "./fixtures/doomed-parent.ts";
import { killHostProcesses } from "./fixtures/host-processes.ts";
import { stagePackages } from "./fixtures/staged-packages.ts";

// What only an isolating sandbox can break: each wall of this one is taken away, and a case must see it.
let folder = "";
let staged = "";
let engine: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mutants-"));
  await chmod(folder, 0o755);
  await mkdir(join(folder, "run/podman"), { recursive: true });
  engine = createServer().listen(join(folder, "run/podman/podman.sock"));
  staged = await stagePackages();
}, 120_000);
afterAll(async () => {
  engine.close();
  await rm(folder, { recursive: true });
  await rm(staged, { recursive: true });
});

/** A `bwrap` that changes the options it was given, one in a line, before the real one gets them. */
async function changedBwrap(name: string, change: string): Promise<string> {
  const file = join(folder, name);
  const script = `#!/bin/bash\nexec 3< <(tr '\\0' '\\n' <&3 | ${change} | tr '\\n' '\\0')\nexec bwrap "$@"\n`;
  await writeFile(file, script, { mode: 0o755 });
  return file;
}

async function outcome(id: string, options: BwrapSandboxOptions, more: ContractOptions = {}) {
  const found = sandboxContract(() => bwrapSandbox(options), more).find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no case ${id}.`);
  return found.run().then(
    () => "green",
    (error: unknown) => {
      // A sandbox that cannot even be opened shows nothing about the case.
      if ((error as Error).name === "AssertionError") return "red";
      throw error;
    },
  );
}

describe("the contract kit", () => {
  test.each([
    ["T38", "leaves programs in the host's network", "grep -v -e --unshare-net"],
    ["T39", "shows the host's /tmp", "{ cat; printf '%s\\n' --bind /tmp /tmp; }"],
    ["T39c", "shows the host's processes", "grep -v -e --unshare-pid -e --as-pid-1"],
    [
      "T39d",
      "runs programs as root, with all capabilities",
      "{ grep -v -e ALL -e --cap-drop; printf '%s\\n' --uid 0 --gid 0; }",
    ],
  ])("turns %s red for a sandbox that %s", async (id, _, change) => {
    // An unchanged wrapper shows that it is not the wrapper that the case sees.
    expect(await outcome(id, { bwrap: await changedBwrap("same", "cat") })).toBe("green");
    expect(await outcome(id, { bwrap: await changedBwrap(id, change) })).toBe("red");
  });

  test("turns T39b red for a sandbox that shows an engine's socket", async () => {
    const binds = [{ source: join(folder, "run"), target: "/run" }];
    expect(await outcome("T39b", {})).toBe("green");
    expect(await outcome("T39b", { binds })).toBe("red");
  });

  test("turns T37 red for a sandbox whose programs outlive a killed host process", async () => {
    const bwrap = await changedBwrap("survivor", "grep -v -e --die-with-parent");
    let parent: BwrapParent | undefined;
    const parentDeath = async () => {
      parent = await doomedParent(staged, {}, { bwrap });
      return parent;
    };
    try {
      expect(await outcome("T37", {}, { parentDeath })).toBe("red");
    } finally {
      await killHostProcesses(parent?.marker ?? "no-such-program");
    }
  }, 60_000);
});
