import type { ChildProcess } from "node:child_process";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const readyMs = 60_000;

/** Resolves when the engine that `child` is answers on its socket; rejects with its last words if it ends before. */
export async function untilAnswers(socketPath: string, child: ChildProcess): Promise<void> {
  let log = "";
  child.stderr?.on("data", (text: Buffer) => {
    log = (log + text).slice(-4000);
  });
  const deadline = Date.now() + readyMs;
  while (!(await answers(socketPath))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The engine did not start:\n${log}`);
    await sleep(50);
  }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ socketPath, path: "/_ping", timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on("error", () => resolve(false));
    ping.on("timeout", () => ping.destroy());
    ping.end();
  });
}
