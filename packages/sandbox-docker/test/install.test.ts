import { chmod, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stdioFactory } from "@x/mcp-stdio";
import { createMcpTransportPool } from "@x/pool";
import { dockerSandbox } from "@x/sandbox-docker";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

const engine = inject("engine");
const server = new URL("../../../tooling/bench/echo-server.mjs", import.meta.url);

describe.skipIf(engine === undefined)("an install step in a container", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "x-package-"));
    // Programs in the container are another user.
    await chmod(folder, 0o755);
    await copyFile(server, join(folder, "server.mjs"));
    const source = `#!/usr/bin/env node\nimport "./server.mjs";\n`;
    await writeFile(join(folder, "main.mjs"), source, { mode: 0o755 });
    const manifest = { name: "small-echo", version: "1.0.0", bin: { "small-echo": "main.mjs" } };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("leaves what npx then finds without a network", async () => {
    const sandbox = dockerSandbox({
      image: engine?.image.name ?? "",
      socketPath: engine?.socketPath ?? "",
      mounts: [{ source: folder, target: "/given" }],
    });
    const pool = createMcpTransportPool({
      servers: [
        {
          kind: "stdio",
          serverId: "echo",
          command: "npx",
          args: ["small-echo"],
          install: { command: "npm install --offline --install-links /given" },
          connectTimeoutMs: 90_000,
        },
      ],
      factories: { stdio: stdioFactory({ sandbox }) },
    });
    try {
      await pool.connect({ timeoutMs: 90_000 });
      expect((await pool.callTool("echo__echo", { text: "installed" })).output).toBe("installed");
    } finally {
      await pool.stop();
    }
  }, 120_000);
});
