import os from "node:os";
import path from "node:path";
import { appFolders } from "./app-folders.ts";
import { type CommonOptions, readSandbox } from "./command-line.ts";
import type { SandboxId } from "./contract/sandbox-view.ts";
import type { Variables } from "./diagram/drawio-settings.ts";
import { bwrapPlace } from "./places/bwrap-place.ts";
import { dockerPlace } from "./places/docker-place.ts";
import { hostPlace } from "./places/host-place.ts";
import { findPlaces, type Places } from "./places/places.ts";
import { prepareWiki } from "./wiki/prepare-wiki.ts";

/** The folders of this run. */
export interface DataFolders {
  readonly pagesFolder: string;
  readonly chatFile: string;
}

/**
 * Where pages and transcript are: below `LIVING_WIKI_DATA`, else where the system keeps a user's data. Makes the
 * folder of pages, with the first pages in it, where there is none.
 */
export async function openDataFolders(variables: Variables, pages: string | undefined): Promise<DataFolders> {
  const own = variables.LIVING_WIKI_DATA || path.join(dataHome(variables), "living-wiki");
  const pagesFolder = path.resolve(pages ?? path.join(own, "pages"));
  await prepareWiki(pagesFolder, appFolders.wiki);
  return { pagesFolder, chatFile: path.join(path.resolve(own), "chat.json") };
}

function dataHome(variables: Variables): string {
  return variables.XDG_DATA_HOME || path.join(variables.HOME || os.homedir(), ".local", "share");
}

/** Looks where programs can run here; the command line wins over `LIVING_WIKI_SANDBOX`. */
export function openPlaces(
  variables: Variables,
  { sandbox }: Pick<CommonOptions, "sandbox">,
  signal: AbortSignal,
): Promise<Places> {
  const wanted: SandboxId | undefined =
    sandbox ?? readSandbox(variables.LIVING_WIKI_SANDBOX || undefined, false);
  const image = variables.LIVING_WIKI_DOCKER_IMAGE || undefined;
  const socketPath = variables.LIVING_WIKI_DOCKER_SOCKET || undefined;
  return findPlaces({
    places: [dockerPlace({ image, socketPath }), bwrapPlace(), hostPlace()],
    wanted,
    signal,
  });
}
