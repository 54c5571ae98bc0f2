import { appFolders } from "../app-folders.ts";
import { openDataFolders, openPlaces } from "../app-setup.ts";
import type { AppCommand } from "../command-line.ts";
import type { Variables } from "../diagram/drawio-settings.ts";
import { readModelSettings } from "../model/model-settings.ts";
import { openModel } from "../model/open-model.ts";
import { openWiki } from "../open-wiki.ts";
import { readServerFile } from "../servers/server-file.ts";
import { sandboxLine } from "../terminal/sandbox-line.ts";
import { startPage } from "./start-page.ts";

/** Serves the page until the signal aborts; then nothing is left running. */
export async function runPage(
  options: Extract<AppCommand, { readonly run: "page" }>,
  {
    variables,
    out,
    signal,
  }: {
    readonly variables: Variables;
    readonly out: NodeJS.WriteStream;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const more = options.serverFile === undefined ? [] : await readServerFile(options.serverFile);
  const model = await openModel(readModelSettings(variables));
  const { pagesFolder, chatFile } = await openDataFolders(variables, options.pages);
  const places = await openPlaces(variables, options, signal);
  await using wiki = await openWiki({
    pagesFolder,
    chatFile,
    places,
    model,
    variables,
    servers: more.map((server) => ({ ...server, origin: "file" })),
    onError: (error) => out.write(`${error instanceof Error ? error.message : String(error)}\n`),
  });
  const { fleet, drawio } = wiki;
  {
    await using page = await startPage({ wiki, folder: appFolders.page, port: options.port });
    out.write(
      [
        "Living Wiki",
        "",
        `  ${page.url}`,
        "",
        `  ${sandboxLine(places)}`,
        `  Pages: ${pagesFolder}`,
        `  Answers: ${model.view.label}.`,
        ...(drawio.view.problem === undefined ? [] : [`  draw.io: ${drawio.view.problem.message}`]),
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
  const { started, left } = fleet.processes;
  out.write(`Done: ${started} processes were started, ${left} are left.\n`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
