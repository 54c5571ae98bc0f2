import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { realPart } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stagePackages } from "./fixtures/staged-packages.ts";

// Cloud providers answer at this address; here it belongs to the loopback of a namespace that the test made.
const metadataAddress = "169.254.169.254";
const hasNamespace = await realPart("a network namespace", async () => {
  if (process.getuid?.() !== 0) return "only root can make one";
  return promisify(execFile)("unshare", ["-n", "ip", "link", "set", "lo", "up"]).then(
    () => true as const,
    (error: Error) => `unshare and ip are needed (apt-get install util-linux iproute2): ${error.message}`,
  );
});

/** Serves the address in the namespace, and says what is reached from the host's side and from inside. */
const script = `
  import { execFile, execFileSync } from "node:child_process";
  import { promisify } from "node:util";
  import { once } from "node:events";
  import { createServer } from "node:http";
  import { createSocket } from "node:dgram";
  import { bwrapSandbox } from "@x/sandbox-bwrap";

  execFileSync("ip", ["link", "set", "lo", "up"]);
  execFileSync("ip", ["addr", "add", "${metadataAddress}/32", "dev", "lo"]);
  const server = createServer((_, answer) => answer.end("reached")).listen(80, "0.0.0.0");
  await once(server, "listening");
  let asked = 0;
  const names = createSocket("udp4", () => { asked += 1; }).bind(53, "${metadataAddress}");
  await once(names, "listening");

  const url = "http://${metadataAddress}/latest/meta-data/";
  const attempt = \`
    const { Resolver } = require("node:dns").promises;
    const resolver = new Resolver({ timeout: 500, tries: 1 });
    resolver.setServers(["${metadataAddress}"]);
    const told = (work) => work.catch((error) => String(error.cause?.code ?? error.code ?? error.name));
    (async () => console.log(JSON.stringify({
      page: await told(fetch("\${url}", { signal: AbortSignal.timeout(3000) }).then((answer) => answer.text())),
      name: await told(require("node:dns").promises.lookup("example.invalid").then(({ address }) => address)),
      resolved: await told(resolver.resolve4("example.invalid").then(String)),
    })))();\`;
  const { stdout: outside } = await promisify(execFile)(process.execPath, ["-e", attempt]);
  const askedOutside = asked;
  const session = await bwrapSandbox().open();
  const { stdout } = await session.exec({ command: "node", args: ["-e", attempt] });
  await session.close();
  console.log(JSON.stringify({
    outside: JSON.parse(outside),
    inside: JSON.parse(new TextDecoder().decode(stdout)),
    askedOutside,
    askedInside: asked - askedOutside,
  }));
  server.close();
  names.close();
`;

describe.skipIf(!hasNamespace)("a hostile server in bubblewrap", () => {
  let staged = "";
  beforeAll(async () => {
    staged = await stagePackages();
  }, 120_000);
  afterAll(() => rm(staged, { recursive: true }));

  test("reaches no metadata address and resolves no name, where the host's side does", async () => {
    const args = ["-n", process.execPath, "--input-type=module", "--eval", script];
    const { stdout } = await promisify(execFile)("unshare", args, { cwd: staged });
    const { outside, inside, askedOutside, askedInside } = JSON.parse(stdout);
    // Else the rest would prove nothing.
    expect(outside.page).toBe("reached");
    expect(askedOutside).toBeGreaterThan(0);
    expect(inside.page).toMatch(/^(ENETUNREACH|EHOSTUNREACH)$/);
    expect(inside.name).toMatch(/^E/);
    expect(inside.resolved).toMatch(/^E/);
    expect(askedInside).toBe(0);
  }, 60_000);
});
