import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openDataFolders, openPlaces } from "../app-setup.ts";
import type { CommonOptions } from "../command-line.ts";
import type { Variables } from "../diagram/drawio-settings.ts";
import { openWiki, type Wiki } from "../open-wiki.ts";
import { plannerChatModel } from "../planner/planner-model.ts";
import { askForHost } from "./ask-host.ts";

/** What a run in the terminal is given. */
export interface TerminalRun {
  readonly options: CommonOptions;
  readonly variables: Variables;
  readonly input: NodeJS.ReadStream;
  readonly out: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/** The wiki for a run in the terminal: its servers, and a transcript of its own that is thrown away. */
export async function openTerminalWiki({
  options,
  variables,
  input,
  out,
  signal,
}: TerminalRun): Promise<Wiki> {
  const places = await openPlaces(variables, options, signal);
  const scratch = await mkdtemp(path.join(os.tmpdir(), "living-wiki-"));
  try {
    await askForHost(places, { input, out, signal });
    const { pagesFolder } = await openDataFolders(variables, options.pages);
    const chatFile = path.join(scratch, "chat.json");
    const wiki = await openWiki({ pagesFolder, chatFile, places, model: plannerChatModel(), variables });
    return {
      ...wiki,
      async [Symbol.asyncDispose]() {
        await wiki[Symbol.asyncDispose]();
        await rm(scratch, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await places[Symbol.asyncDispose]();
    await rm(scratch, { recursive: true, force: true });
    throw error;
  }
}
