import { parseArgs } from "node:util";
import { isMcpError } from "@x/mcp";
import { runOnce } from "./once.ts";
import { runTour } from "./tour.ts";

const usage = `Usage:
  npm run demo                                         the tour
  npm run demo -- --once "<server>__<tool>" '<json>'   run one tool and print its result`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { once: { type: "string" }, help: { type: "boolean" } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  if (values.once !== undefined) return runOnce(values.once, positionals[0] ?? "{}", process.stdout);
  // Ctrl-C ends the servers, too: the pool is disposed on the way out.
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new Error("Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  await runTour(process.stdout, interrupted.signal);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const kind = isMcpError(error) ? ` (${error.code})` : "";
  process.stderr.write(`${message}${kind}\n`);
  process.exitCode = 1;
}
