import { type ChildProcess, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A server that runs as a process of its own. */
export interface ChildServer extends AsyncDisposable {
  readonly process: ChildProcess;
}

/** Starts a program, and ends it with everything it started. */
export function childServer(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildServer {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    detached: true,
  });
  child.stdout?.resume();
  child.stderr?.resume();
  const ended = new Promise((resolve) => child.on("close", resolve));
  return {
    process: child,
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

/** A port nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until something answers HTTP there, whatever it says. */
export async function answersHttp(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}.`);
    try {
      const response = await fetch(url, { method: "HEAD" });
      await response.body?.cancel();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100)); // it does not listen yet
    }
  }
  throw new Error("The server does not listen.");
}
