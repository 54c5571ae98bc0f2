import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { control, type MachineRecord, type Machines } from "./control.ts";
import { createEnvd, type Envd } from "./envd.ts";
import type { Faults } from "./faults.ts";
import { answer } from "./frames.ts";
import { viewArgs } from "./view.ts";

/** A key of the right form; no service knows it. */
export const standInKey = `e2b_${"0".repeat(40)}`;

/** A server on loopback that takes the place of the service: control API and machines. */
export interface StandIn extends AsyncDisposable {
  readonly url: string;
  readonly faults: Faults;
  readonly machines: ReadonlyMap<string, MachineRecord>;
  readonly keys: readonly string[];
  envd(id: string): Envd;
  /** Refuses connections and cuts those there are; the machines run on. */
  stop(): Promise<void>;
  restore(): Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
  const root = await mkdtemp(join(tmpdir(), "machines-"));
  const faults: Faults = {};
  const envds = new Map<string, Envd>();
  const lives = new Map<string, NodeJS.Timeout>();
  const machines: Machines = {
    faults,
    all: new Map(),
    keys: [],
    async create(request) {
      const sandboxID = randomBytes(10).toString("hex");
      const machine = { ...request, sandboxID, renewals: [] };
      envds.set(sandboxID, createEnvd(sandboxID, await viewArgs(join(root, sandboxID)), faults));
      machines.all.set(sandboxID, machine);
      machines.renew(sandboxID, request.timeout);
      return machine;
    },
    async end(id) {
      clearTimeout(lives.get(id));
      machines.all.delete(id);
      await endProcesses(id);
    },
    renew(id, seconds) {
      clearTimeout(lives.get(id));
      lives.set(
        id,
        setTimeout(() => void machines.end(id), seconds * 1000),
      );
    },
  };
  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const [, method] = /^\/process\.Process\/(\w+)$/.exec(url.pathname) ?? [];
    if (method === undefined) {
      if (url.pathname === "/health") return answer(response, faults.hang ? 500 : 204);
      return control(machines, url, request, response);
    }
    const envd = envds.get(String(request.headers["e2b-sandbox-id"]));
    if (envd === undefined) return answer(response, 502, { code: 502, message: "The sandbox was not found" });
    return envd.handle(method, request, response);
  };
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((request, response) => {
      route(request, response).catch((error: unknown) => response.destroy(error as Error));
    }).listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  let server: Server | undefined = await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    if (closing === undefined) return;
    closing.close();
    closing.closeAllConnections();
    await once(closing, "close");
  };
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    machines: machines.all,
    keys: machines.keys,
    envd(id) {
      const envd = envds.get(id);
      if (envd === undefined) throw new Error(`There is no machine ${id}.`);
      return envd;
    },
    stop,
    async restore() {
      faults.hang = false;
      server ??= await listen(port);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      for (const id of envds.keys()) await machines.end(id);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Ends everything that runs in a machine, found by a variable that the machine gives to all. */
async function endProcesses(id: string): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const found = await processesOf(id);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // it has ended meanwhile
      }
    }
    await delay(10);
  }
}

async function processesOf(id: string): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const marked = await Promise.all(
    pids.map(async (pid) => {
      const variables = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""); // it has ended
      return variables.includes(`E2B_SANDBOX_ID=${id}`);
    }),
  );
  return pids.filter((_, index) => marked[index]);
}
