import { spawn } from "node:child_process";
import { once } from "node:events";
import type { WorkerOrder, WorkerReport } from "./refresh-worker.ts";

/** Runs a worker to its end; `undefined` where it died by a signal. */
export async function runWorker(
  file: string,
  order: WorkerOrder & object,
): Promise<WorkerReport | undefined> {
  const child = spawn(process.execPath, [file, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  if (signal !== null) return undefined;
  if (code !== 0) throw new Error(`The worker ended with ${code}.`);
  return JSON.parse(text) as WorkerReport;
}
