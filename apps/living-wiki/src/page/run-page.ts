import { appFolders } from "../app-folders.ts";
import { countProcesses } from "../servers/process-count.ts";
import { readServerFile } from "../servers/server-file.ts";
import { openWikiFleet } from "../servers/wiki-fleet.ts";
import { startPage } from "./start-page.ts";

/** Serves the page until the signal aborts; then nothing is left running. */
export async function runPage(
  options: { readonly port: number; readonly serverFile: string | undefined },
  out: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<void> {
  const more = options.serverFile === undefined ? [] : await readServerFile(options.serverFile);
  await using wiki = await openWikiFleet(more);
  const { fleet, sandbox } = wiki;
  {
    await using page = await startPage({ wiki, folder: appFolders.page, port: options.port });
    out.write(
      [
        "Living Wiki",
        "",
        `  ${page.url}`,
        "",
        `  Sandbox: ${sandbox.id} (isolation: ${sandbox.isolation}). The servers run as your user.`,
        "  Ctrl-C stops everything.",
        "",
        "",
      ].join("\n"),
    );
    // The page shows how each server fares; here only the end matters.
    const connecting = fleet.connect({ signal }).catch(() => undefined);
    await aborted(signal);
    out.write("\nStopping every server.\n");
    await connecting;
  }
  await fleet.stop();
  const { started, left } = countProcesses(fleet.servers);
  out.write(`Done: ${started} processes were started, ${left} are left.\n`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
