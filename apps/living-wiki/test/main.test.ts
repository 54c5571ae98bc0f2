import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageState } from "../src/contract/page-event.ts";

const app = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const bubblewrap = await realCommand("bwrap", "apt-get install bubblewrap");

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "living-wiki-main-"));
  // The program as it is shipped, over the packages as `npm test` and CI have built them.
  await run("npx", ["--no-install", "tsc", "-b"], { cwd: app });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Program {
  readonly child: ChildProcess;
  /** Resolves with what it has printed once that matches. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code and all it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

function start(...args: readonly string[]): Program {
  return startWith({}, ...args);
}

/** With a folder of its own and these variables; without any key, whatever this machine has. */
function startWith(variables: NodeJS.ProcessEnv, ...args: readonly string[]): Program {
  const child = spawn(process.execPath, ["dist/main.js", ...args], {
    cwd: app,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      HOME: folder,
      PATH: process.env.PATH,
      LIVING_WIKI_DATA: path.join(folder, "data"),
      LIVING_WIKI_DOCKER_SOCKET: path.join(folder, "no.sock"),
      ...variables,
    },
  });
  let output = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      for (const look of waiting) look();
    });
  return {
    child,
    ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, output }))),
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output);
          if (match !== null) resolve(match);
        };
        waiting.add(look);
        child.on("close", () => reject(new Error(`It ended without printing ${pattern}:\n${output}`)));
        look();
      }),
  };
}

const address = /(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // no such process
  }
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "the page is served on loopback until %s; then nothing is left running",
  async (signal) => {
    const program = start("--host");
    const [, origin = "", token = ""] = await program.prints(address);
    await program.prints(/Sandbox: host \(isolation: none\)\. The servers run as your user/);
    const servers = await connectedServers(origin, token);
    expect(servers.map(({ serverId, transport }) => [serverId, transport])).toEqual([
      ["filesystem", "stdio"],
      ["memory", "stdio"],
      ["everything", "stdio"],
      ["everything-http", "streamable-http"],
      ["budget-allocator", "stdio"],
      ["system-monitor", "stdio"],
    ]);
    const pids = servers.flatMap(({ processes }) => processes.map(Number));
    expect(pids.filter(isAlive)).toHaveLength(6);

    program.child.kill(signal);
    const { code, output } = await program.ended;
    expect(code).toBe(0);
    expect(output).toMatch(/6 processes were started, 0 are left/);
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(fetch(origin)).rejects.toThrow();
  },
);

test("--once runs one tool, over HTTP, too, and leaves nothing", async () => {
  const program = start("--host", "--once", "everything-http__echo", '{"message":"once"}');
  expect(await program.ended).toEqual({ code: 0, output: "Echo: once\n" });
});

test("--tour kills a server and shows its return", async () => {
  const { code, output } = await start("--host", "--tour").ended;
  expect(output).toMatch(/It is back[\s\S]*memory__search_nodes[\s\S]*processes were started, 0 are left/);
  expect(code).toBe(0);
});

test.skipIf(!bubblewrap)(
  "where bubblewrap is there, every server runs in it without being asked for",
  async () => {
    const program = start();
    const [, origin = "", token = ""] = await program.prints(address);
    await program.prints(/Sandbox: bwrap \(isolation: os-policy\)/);
    const servers = await connectedServers(origin, token);
    expect(servers.map(({ place }) => place)).toEqual(
      servers.map(() => ({ sandbox: "bwrap", isolation: "os-policy" })),
    );
    const wiki = path.join(folder, "data", "pages");
    const call = async (tool: string, args: object): Promise<unknown> => {
      const body = JSON.stringify({ callId: "call", tool, arguments: args });
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${origin}/api/calls`, { method: "POST", headers, body })).json();
    };
    // It may write the wiki, and sees nothing else of this machine.
    const written = { path: path.join(wiki, "from-inside.md"), content: "# From inside\n" };
    expect(await call("filesystem__write_file", written)).toMatchObject({ result: { isError: false } });
    const headers = { authorization: `Bearer ${token}` };
    await expect
      .poll(async () => (await fetch(`${origin}/api/wiki/page?path=from-inside.md`, { headers })).status)
      .toBe(200);
    program.child.kill("SIGINT");
    expect((await program.ended).output).toMatch(/6 processes were started, 0 are left/);
  },
);

test("with nothing that isolates, the page opens, asks for the host, and nothing runs", async () => {
  const program = startWith({ PATH: await bareFolder() });
  const [, origin = "", token = ""] = await program.prints(address);
  await program.prints(/Sandbox: host.*the page asks whether they may run as your user/);
  const headers = { authorization: `Bearer ${token}` };
  const state: PageState = await (await fetch(`${origin}/api/state`, { headers })).json();
  expect(state.sandboxes).toMatchObject({ hostConsent: "needed", chosen: "host" });
  expect(state.sandboxes.choices.map(({ id, available }) => [id, available])).toEqual([
    ["docker", false],
    ["bwrap", false],
    ["host", true],
  ]);
  for (const { available, reason, remedy } of state.sandboxes.choices)
    if (!available) expect([reason, remedy]).toEqual([expect.any(String), expect.any(String)]);
  expect(state.sandboxes.waiting).toHaveLength(6);
  program.child.kill("SIGINT");
  expect((await program.ended).output).toMatch(/0 processes were started, 0 are left/);
});

test("with nothing that isolates and nobody to ask, a run in the terminal says what to add", async () => {
  const { code, output } = await startWith({ PATH: await bareFolder() }, "--once", "everything__echo").ended;
  expect(code).toBe(1);
  expect(output).toMatch(/bubblewrap: .*\n.*add --host/);
});

test("a sandbox that was asked for and is not there is no reason to take a weaker one", async () => {
  const { code, output } = await startWith({ LIVING_WIKI_SANDBOX: "docker" }, "--port", "0").ended;
  expect(code).toBe(1);
  expect(output).toMatch(/"docker" is not there/);
});

/** A PATH on which there is a Node and nothing else. */
async function bareFolder(): Promise<string> {
  const bare = path.join(folder, "bare");
  await mkdir(bare, { recursive: true });
  await symlink(process.execPath, path.join(bare, "node")).catch(() => undefined); // it is there already
  return bare;
}

test("a port that is taken is said so, and nothing is left running", async () => {
  const first = start("--port", "0");
  const [, port = ""] = await first.prints(/127\.0\.0\.1:(\d+)/);
  const second = await start("--port", port).ended;
  expect(second.code).toBe(1);
  expect(second.output).toMatch(new RegExp(`Port ${port} is taken`));
  first.child.kill("SIGINT");
  await first.ended;
});

test("a file of servers that cannot be read is refused before anything starts", async () => {
  const { code, output } = await start("--servers", "nowhere.json").ended;
  expect(code).toBe(1);
  expect(output).toMatch(/nowhere\.json.*\(config\)/);
});

/** Reads the event stream until every server is connected. */
async function connectedServers(origin: string, token: string): Promise<PageState["servers"]> {
  const { readEvents } = await import("../web/src/api/read-events.ts");
  const headers = { authorization: `Bearer ${token}` };
  const stop = new AbortController();
  const { body } = await fetch(`${origin}/api/events`, { headers, signal: stop.signal });
  if (body === null) throw new Error("The event stream has no body.");
  return new Promise((resolve, reject) => {
    const look = async (): Promise<void> => {
      const state: PageState = await (await fetch(`${origin}/api/state`, { headers })).json();
      if (state.servers.some((server) => server.state !== "connected")) return;
      resolve(state.servers);
      stop.abort();
    };
    readEvents(body, () => void look().catch(reject)).catch(reject);
  });
}
