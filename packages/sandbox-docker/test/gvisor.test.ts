import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sandboxContract } from "@x/sandbox/testkit";
import { dockerSandbox } from "@x/sandbox-docker";
import { findCommand, realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { clientOf } from "./engine/client.ts";
import { importImage } from "./engine/import-image.ts";
import { startEngine, type TestEngine } from "./engine/start-engine.ts";
import { contractOptions } from "./fixtures/contract-options.ts";
import { shell } from "./fixtures/run.ts";

const statusScript = `
import ctypes
print(open("/proc/self/status").read(), end="")
print("NoNewPrivs:\\t%d" % ctypes.CDLL(None).prctl(39, 0, 0, 0, 0))
`;
const shared = inject("engine");
const hasRunsc = shared !== undefined && (await realCommand("runsc", "apt-get install runsc"));

describe.skipIf(!hasRunsc)("gVisor as the runtime", () => {
  let engine: TestEngine;
  let folder = "";
  const image = shared?.image.name ?? "";
  const limits = { memoryBytes: 512 * 1024 * 1024, pids: 128 };
  const make = () =>
    dockerSandbox({ image, socketPath: engine.socketPath, runtime: "runsc", limits, startTimeoutMs: 60_000 });
  beforeAll(async () => {
    if (shared === undefined) return;
    folder = await mkdtemp(join(tmpdir(), "x-runsc-"));
    const config = join(folder, "daemon.json");
    // Debian's runsc takes a newer kernel's network namespaces for the host's, and refuses to serve them.
    const runsc = { path: findCommand("runsc"), runtimeArgs: ["--network=none", "--platform=ptrace"] };
    await writeFile(config, JSON.stringify({ runtimes: { runsc } }));
    engine = await startEngine(["--config-file", config]);
    await importImage(engine.socketPath, shared.image);
  }, 120_000);
  afterAll(async () => {
    await engine?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  // Each start takes a second or more, so these stand for their groups.
  const chosen = /^(T01|T05b?|T07|T08b?|T10b|T11|T12b?|T17|T18|T2\d\w?|T36|T37|T38|T39\w?|F01|F04) /;
  const options = contractOptions(() => engine.socketPath, image, { runtime: "runsc" });
  const cases = sandboxContract(make, {
    ...options,
    limits,
    startMs: 5000,
    timeoutMs: 120_000,
    // gVisor prints no line for this one; the system call tells it.
    programs: {
      ...options.programs,
      status: () => ({ command: "python", args: ["-c", statusScript] }),
    },
    // Programs under a kernel of their own are no processes of this host.
    programRuns: async (marker) => {
      const containers = await clientOf(engine.socketPath).listContainers();
      return containers.some(({ Command }) => Command.includes(marker));
    },
  });
  for (const { name, needs, ...rest } of cases) {
    if (chosen.test(name) && !needs.includes("backend")) test(name, rest.options, rest.run);
  }

  test("puts a kernel of its own between the program and the host", async () => {
    await using session = await make().open();
    expect(session.isolation).toBe("gvisor");
    expect(await shell(session, "dmesg")).toContain("gVisor");
  }, 60_000);
});
