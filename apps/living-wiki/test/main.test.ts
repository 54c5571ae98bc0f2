import { type ChildProcess, execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { PageState } from "../src/contract/page-event.ts";

const app = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

// The program as it is shipped, over the packages as `npm test` and CI have built them.
beforeAll(() => run("npx", ["--no-install", "tsc", "-b"], { cwd: app }));

interface Program {
  readonly child: ChildProcess;
  /** Resolves with what it has printed once that matches. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code and all it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

function start(...args: readonly string[]): Program {
  const child = spawn(process.execPath, ["dist/main.js", ...args], {
    cwd: app,
    stdio: ["ignore", "pipe", "pipe"],
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
    const program = start();
    const [, origin = "", token = ""] = await program.prints(/(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)/);
    await program.prints(/Sandbox: host \(isolation: none\)/);
    const servers = await connectedServers(origin, token);
    expect(servers.map(({ serverId, transport }) => [serverId, transport])).toEqual([
      ["filesystem", "stdio"],
      ["memory", "stdio"],
      ["everything", "stdio"],
      ["everything-http", "streamable-http"],
    ]);
    const pids = servers.flatMap(({ processes }) => processes.map(Number));
    expect(pids.filter(isAlive)).toHaveLength(4);

    program.child.kill(signal);
    const { code, output } = await program.ended;
    expect(code).toBe(0);
    expect(output).toMatch(/4 processes were started, 0 are left/);
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(fetch(origin)).rejects.toThrow();
  },
);

test("--once runs one tool, over HTTP, too, and leaves nothing", async () => {
  const program = start("--once", "everything-http__echo", '{"message":"once"}');
  expect(await program.ended).toEqual({ code: 0, output: "Echo: once\n" });
});

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
