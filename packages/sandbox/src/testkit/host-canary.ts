import { randomUUID } from "node:crypto";
import process from "node:process";

/** Sets a variable of this process while `run` runs, to see whether it leaks into the sandbox. */
export async function withHostCanary(run: (name: string, value: string) => Promise<void>): Promise<void> {
  const name = `CANARY_${randomUUID().replaceAll("-", "_")}`;
  const value = randomUUID();
  process.env[name] = value;
  try {
    await run(name, value);
  } finally {
    delete process.env[name];
  }
}
