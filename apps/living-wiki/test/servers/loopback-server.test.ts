import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { McpProtocolError, systemClock } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appFolders } from "../../src/app-folders.ts";
import { createLoopbackServer, type LoopbackServer } from "../../src/servers/loopback-server.ts";
import { type WatchedSandbox, watchSandbox } from "../../src/servers/watched-sandbox.ts";

const program = path.join(os.tmpdir(), `living-wiki-http-${process.pid}.mjs`);

beforeAll(() =>
  // Listens wherever it likes, as real servers do, and answers with the address that it was given.
  writeFile(
    program,
    `import http from "node:http";
     console.log("some noise");
     const server = http.createServer((request, response) => response.end(JSON.stringify(server.address())));
     server.listen(process.env.PORT, () => console.error("up"));`,
  ),
);

afterAll(async () => {
  const { rm } = await import("node:fs/promises");
  await rm(program);
});

interface Started {
  readonly server: LoopbackServer;
  readonly sandbox: WatchedSandbox;
  /** Resolves with the URL of each start, and rejects when it is given up. */
  next(): Promise<string>;
}

function start(args: readonly string[]): Started {
  const sandbox = watchSandbox(hostSandbox({ allowHostExecution: true }));
  const outcomes: Promise<string>[] = [];
  const waiting: ((outcome: Promise<string>) => void)[] = [];
  const put = (outcome: Promise<string>): void => {
    outcome.catch(() => undefined); // whoever asks for it hears of it
    const first = waiting.shift();
    if (first === undefined) outcomes.push(outcome);
    else first(outcome);
  };
  const server = createLoopbackServer({
    declaration: { kind: "loopback-http", serverId: "web", command: process.execPath, args, path: "/mcp" },
    sandbox,
    clock: systemClock(),
    onListening: (url) => put(Promise.resolve(url)),
    onGivenUp: (error) => put(Promise.reject(error)),
  });
  server.start();
  const next = (): Promise<string> =>
    new Promise((resolve) => {
      const ready = outcomes.shift();
      if (ready === undefined) waiting.push(resolve);
      else resolve(ready);
    });
  return { server, sandbox, next };
}

const preload = ["--import", pathToFileURL(path.join(appFolders.programs, "loopback-only.mjs")).href];

test("a program that listens everywhere listens on loopback, and answers no page of another site", async () => {
  const { server, sandbox, next } = start([...preload, program]);
  const url = await next();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  expect(await (await fetch(url)).json()).toMatchObject({ address: "127.0.0.1" });
  const fromPage = await fetch(url, { headers: { origin: "http://evil.example" } });
  expect(fromPage.status).toBe(403);
  await server.stop();
  expect(sandbox.running).toEqual([]);
  await expect(fetch(url)).rejects.toThrow();
});

test("a program that dies is started again under the same address", async () => {
  const { server, sandbox, next } = start([...preload, program]);
  const url = await next();
  await sandbox.running[0]?.kill();
  expect(await next()).toBe(url);
  expect((await fetch(url)).status).toBe(200);
  expect(sandbox.started).toBe(2);
  await server.stop();
  expect(sandbox.running).toEqual([]);
});

test("a program that keeps ending is given up with its last words, until it is started again", async () => {
  const { server, sandbox, next } = start(["-e", "console.error('no licence'); process.exit(4)"]);
  const error = await next().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(McpProtocolError);
  expect(error).toMatchObject({ code: "crash_loop", exitCode: 4, stderrTail: "no licence", serverId: "web" });
  const { started } = sandbox;
  expect(started).toBeGreaterThan(1);
  server.start();
  await expect(next()).rejects.toMatchObject({ code: "crash_loop" });
  expect(sandbox.started).toBeGreaterThan(started);
  await server.stop();
  server.start();
  expect(sandbox.running).toEqual([]);
});
