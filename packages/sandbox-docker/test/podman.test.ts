import { sandboxContract } from "@x/sandbox/testkit";
import { dockerSandbox } from "@x/sandbox-docker";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { importImage } from "./engine/import-image.ts";
import { startPodman, type TestPodman } from "./engine/start-podman.ts";
import { contractOptions, limits } from "./fixtures/contract-options.ts";
import { run } from "./fixtures/run.ts";

const shared = inject("engine");
const hasPodman = shared !== undefined && (await realCommand("podman", "apt-get install podman catatonit"));

describe.skipIf(!hasPodman)("Podman's API", () => {
  let engine: TestPodman;
  const image = shared?.image.name ?? "";
  const make = () => dockerSandbox({ image, socketPath: engine.socketPath, limits });
  beforeAll(async () => {
    if (shared === undefined) return;
    engine = await startPodman();
    await importImage(engine.socketPath, shared.image);
  }, 120_000);
  afterAll(async () => engine?.stop(), 60_000);

  const cases = sandboxContract(make, {
    ...contractOptions(() => engine.socketPath, image),
    missing: ["exit-signal", "oom-reason"],
    startMs: 3000,
  });
  // Podman takes half a second for each request, so these stand for their groups.
  const chosen = /^(T01|T05b?|T07|T08b?|T10b|T11|T12|T17|T18|T2[0-36]\w?|T29b?|T36|T37|T38|T39d|F01) /;
  for (const { name, options, run: check } of cases) if (chosen.test(name)) test(name, options, check);

  test("puts nothing before the first byte of stdin", async () => {
    await using session = await make().open();
    expect((await run(session, { command: "cat" }, { stdin: Buffer.from("first") })).stdout).toBe("first");
  });
});
