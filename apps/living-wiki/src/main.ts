import { isMcpError } from "@x/mcp";
import { readCommandLine, usage } from "./command-line.ts";

async function main(): Promise<number> {
  const command = readCommandLine(process.argv.slice(2));
  const out = process.stdout;
  if (command.run === "help") {
    out.write(`${usage}\n`);
    return 0;
  }
  // Ctrl-C ends the servers, too: everything is disposed on the way out.
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new Error("Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt).once("SIGHUP", interrupt);
  const { signal } = interrupted;
  // Here, and nowhere else, the environment is read.
  const variables = { ...process.env };
  const run = { options: command, variables, input: process.stdin, out, signal };
  // Each way to run loads only what it needs.
  switch (command.run) {
    case "once": {
      const { runOnce } = await import("./terminal/once.ts");
      return runOnce(command.tool, command.json, run);
    }
    case "tour": {
      const { runTour } = await import("./terminal/tour.ts");
      await runTour(run);
      return 0;
    }
    case "page": {
      const { runPage } = await import("./page/run-page.ts");
      await runPage(command, { variables, out, signal });
      return 0;
    }
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const kind = isMcpError(error) ? ` (${error.code})` : "";
  process.stderr.write(`${message}${kind}\n`);
  process.exitCode = 1;
}
