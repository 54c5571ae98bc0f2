import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A Redis server of this test's own, on loopback. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  /** The keys it holds. */
  readonly folder: string;
}

/** Starts one in memory, on a free port or the given one, with a password. */
export async function startRedis(wanted?: number): Promise<RedisServer> {
  const port = wanted ?? (await freePort());
  const folder = await mkdtemp(path.join(tmpdir(), "redis-"));
  const password = "redis-password-canary";
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const server = spawn("redis-server", [...options, "--dir", folder, "--requirepass", password], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await ready(server);
  return {
    url: `redis://default:${password}@127.0.0.1:${port}`,
    process: server,
    folder,
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill("SIGKILL");
        await once(server, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ready(server: ChildProcess): Promise<void> {
  let text = "";
  for await (const chunk of server.stdout ?? []) {
    text += chunk;
    if (text.includes("Ready to accept connections")) return;
  }
  throw new Error(`redis-server did not start: ${text}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { readonly port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
