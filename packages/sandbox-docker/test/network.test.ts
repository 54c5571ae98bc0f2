import type { spawn as start } from "node:child_process";
import { once } from "node:events";
import { dockerSandbox } from "@x/sandbox-docker";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { clientOf } from "./engine/client.ts";
import { importImage } from "./engine/import-image.ts";
import { startEngine, type TestEngine } from "./engine/start-engine.ts";
import { node, run, shell } from "./fixtures/run.ts";

const shared = inject("engine");
// Cloud providers answer at this address; here it belongs to the loopback of the engine's own network namespace.
const metadataAddress = "169.254.169.254";
const networkName = "made-by-a-test";
const fetchIt = `
  fetch(process.argv[1], { signal: AbortSignal.timeout(5000) })
    .then((answer) => answer.text())
    .then(console.log, (error) => console.log("failed", error.cause?.code ?? error.name));
`;

describe.skipIf(shared === undefined)("the network of a container", () => {
  let engine: TestEngine;
  let server: ReturnType<typeof start>;
  let gateway = "";
  const make = (options: object) =>
    dockerSandbox({ image: shared?.image.name ?? "", socketPath: engine.socketPath, ...options });

  beforeAll(async () => {
    if (shared === undefined) return;
    engine = await startEngine();
    await importImage(engine.socketPath, shared.image);
    await engine.inNetwork("ip", "addr", "add", `${metadataAddress}/32`, "dev", "lo");
    const docker = clientOf(engine.socketPath);
    await docker.createNetwork({ Name: networkName });
    const network = await docker.getNetwork(networkName).inspect();
    gateway = network.IPAM?.Config?.[0]?.Gateway ?? "";
    const script = `require("node:http").createServer((_, answer) => answer.end("reached"))
      .listen(8080, "0.0.0.0", () => console.log("listening"));`;
    server = engine.spawnInNetwork(process.execPath, "-e", script);
    await once(server.stdout ?? server, "data");
  }, 120_000);
  afterAll(async () => {
    server?.kill("SIGKILL");
    await engine?.stop();
  }, 60_000);

  test("is a loopback alone by default, from which neither the metadata address nor a name is reached", async () => {
    // From the engine's side it can be reached, or the rest would prove nothing.
    const url = `http://${metadataAddress}:8080/`;
    expect(await engine.inNetwork(process.execPath, "-e", fetchIt, url)).toBe("reached\n");
    await using session = await make({}).open();
    expect(session.features.has("network-none")).toBe(true);
    for (const target of [url, `http://${gateway}:8080/`]) {
      expect((await run(session, node(fetchIt, target))).stdout).toMatch(
        /^failed (ENETUNREACH|EHOSTUNREACH)/,
      );
    }
    expect((await run(session, node(fetchIt, "http://example.invalid/"))).stdout).toMatch(/^failed E/);
    expect(await shell(session, "ls /sys/class/net")).toBe("lo");
  }, 60_000);

  test("can be a network of the engine, which is then no secret", async () => {
    await using session = await make({ network: { name: networkName } }).open();
    expect(session.features.has("network-none")).toBe(false);
    expect((await run(session, node(fetchIt, `http://${gateway}:8080/`))).stdout).toBe("reached\n");
  }, 60_000);

  test("can be given to the install step alone", async () => {
    await using session = await make({ installNetwork: { name: networkName } }).open();
    const command = node(fetchIt, `http://${gateway}:8080/`);
    expect((await run(session, command, { purpose: "install" })).stdout).toBe("reached\n");
    expect((await run(session, command)).stdout).toMatch(/^failed/);
    expect(session.features.has("network-none")).toBe(true);
  }, 60_000);

  test("must be there before a session is opened", async () => {
    await expect(make({ network: { name: "missing" } }).open()).rejects.toMatchObject({
      code: "unavailable",
      remedy: expect.stringContaining("docker network create missing"),
    });
    await expect(make({ installNetwork: "bridge" }).open()).rejects.toMatchObject({ code: "unavailable" });
  });
});
