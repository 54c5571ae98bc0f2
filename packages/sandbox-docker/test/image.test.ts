import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type DockerPullProgress, dockerSandbox } from "@x/sandbox-docker";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { clientOf } from "./engine/client.ts";
import { importShellImage } from "./engine/import-image.ts";
import { startEngine, type TestEngine } from "./engine/start-engine.ts";
import { shell } from "./fixtures/run.ts";

const shared = inject("engine");

describe.skipIf(shared === undefined)("an image that the engine lacks", () => {
  test("is named, with ways to get it", async () => {
    const sandbox = dockerSandbox({ image: "no-such-image:1", socketPath: shared?.socketPath ?? "" });
    const error: unknown = await sandbox.open().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("no-such-image:1"),
      remedy: expect.stringMatching(/docker pull no-such-image:1.*docker build.*pull: "missing"/),
    });
  });
});

const canPull =
  shared !== undefined && (await realCommand("docker-registry", "apt-get install docker-registry"));

describe.skipIf(!canPull)("an image in a registry", () => {
  const name = "127.0.0.1:5000/tools/shell:1";
  let engine: TestEngine;
  let folder = "";
  let registry: ReturnType<TestEngine["spawnInNetwork"]>;
  const make = (options: object = {}) =>
    dockerSandbox({ image: name, socketPath: engine.socketPath, pull: "missing", ...options });
  const forget = () => clientOf(engine.socketPath).getImage(name).remove({ force: true });

  beforeAll(async () => {
    if (shared === undefined) return;
    engine = await startEngine();
    folder = await mkdtemp(join(tmpdir(), "x-registry-"));
    const config = join(folder, "config.yml");
    const storage = `storage:\n  filesystem:\n    rootdirectory: ${folder}\n`;
    await writeFile(config, `version: 0.1\nlog:\n  level: error\n${storage}http:\n  addr: 127.0.0.1:5000\n`);
    // In the engine's network namespace: its loopback is a registry that the engine trusts, and nobody else's.
    registry = engine.spawnInNetwork("docker-registry", "serve", config);
    const docker = clientOf(engine.socketPath);
    await docker.getImage(await importShellImage(engine.socketPath, shared.image)).tag({
      repo: "127.0.0.1:5000/tools/shell",
      tag: "1",
    });
    await push(docker);
    for (const image of ["shell", name]) await docker.getImage(image).remove({ force: true });
  }, 120_000);
  afterAll(async () => {
    registry?.kill("SIGKILL");
    if (registry !== undefined && registry.exitCode === null) await once(registry, "exit");
    await engine?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /** The registry takes a moment to listen. */
  async function push(docker: ReturnType<typeof clientOf>): Promise<void> {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const stream = await docker.getImage(name).push({ authconfig: { username: "", password: "" } });
      let text = "";
      for await (const chunk of stream) text += chunk;
      if (!text.includes('"error"')) return;
      await sleep(100);
    }
    throw new Error("The registry took no image.");
  }

  test("is not fetched unless that was asked for", async () => {
    await expect(make({ pull: "never" }).open()).rejects.toMatchObject({ code: "unavailable" });
  });

  test("is fetched once for all who open a session meanwhile, and tells how far it is", async () => {
    const progress: DockerPullProgress[] = [];
    const sandbox = make({ onProgress: (step: DockerPullProgress) => progress.push(step) });
    const sessions = await Promise.all([sandbox.open(), sandbox.open()]);
    expect(await shell(sessions[0], "echo works")).toBe("works");
    await Promise.all(sessions.map((session) => session.close()));
    expect(progress.filter(({ status }) => status.startsWith("Pulling from"))).toHaveLength(1);
    expect(progress.some(({ layer, totalBytes }) => layer !== undefined && (totalBytes ?? 0) > 0)).toBe(true);
    await forget();
  });

  test("is not waited for by a caller who cancels, and still fetched for another", async () => {
    const sandbox = make();
    const stop = new AbortController();
    const impatient = sandbox.open({ signal: stop.signal });
    const patient = sandbox.open();
    stop.abort(new Error("enough"));
    await expect(impatient).rejects.toMatchObject({ code: "cancelled", cause: new Error("enough") });
    await (await patient).close();
    await forget();
  });

  test("is said to be missing, with a remedy, when the registry lacks it or is away", async () => {
    for (const image of ["127.0.0.1:5000/tools/none:1", "127.0.0.1:5001/tools/shell:1"]) {
      await expect(make({ image }).open()).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringContaining(image),
        remedy: expect.stringContaining("registry"),
      });
    }
  });
});
