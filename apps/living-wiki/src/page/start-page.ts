import { randomBytes } from "node:crypto";
import { createClosing } from "../closing.ts";
import { followWiki } from "../live/live-wiki.ts";
import type { Wiki } from "../open-wiki.ts";
import { createPageApp } from "./create-page-app.ts";
import { openHttpServer } from "./http-server.ts";
import { type PageFile, readPageFiles } from "./page-files.ts";
import { createSandboxOrigin, type SandboxOrigin } from "./sandbox-origin.ts";

/** A page that is served. */
export interface ServedPage extends AsyncDisposable {
  /** To open in a browser; it holds the token of this run, behind the `#`, which is never sent. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Where views of servers are served. */
  readonly sandboxOrigin: string;
}

/** Where and what to serve. */
export interface StartPageOptions {
  readonly wiki: Wiki;
  /** The folder of the built page. */
  readonly folder: string;
  /** 0: a free one. */
  readonly port: number;
}

const diagramFolder = "/diagram/";

/**
 * Serves the page on 127.0.0.1, and what servers author on a second origin: another host name, so that it is another
 * site for browsers, and another port. Disposing ends every connection; the servers are not touched.
 */
export async function startPage({ wiki, folder, port }: StartPageOptions): Promise<ServedPage> {
  const files = await readPageFiles(folder);
  const [diagram, own] = split(files);
  const token = randomBytes(24).toString("base64url");
  const ending = new AbortController();
  const opened = createClosing();
  let hosts: readonly string[] = [];
  let sandbox: SandboxOrigin | undefined;
  let sandboxOrigin = "";
  const live = opened.use(followWiki(wiki, () => sandboxOrigin));
  const mint: SandboxOrigin["mint"] = (target) => {
    if (sandbox === undefined) throw new Error("The sandbox origin is not served yet.");
    return sandbox.mint(target);
  };
  try {
    const page = opened.use(
      await openHttpServer(port, (actual) => {
        hosts = [`127.0.0.1:${actual}`, `localhost:${actual}`];
        const access = { token, hosts: () => hosts };
        const app = createPageApp({
          access,
          files: own,
          wiki,
          live,
          mint,
          sandboxOrigin: () => sandboxOrigin,
          closing: ending.signal,
        });
        return (request) => app.fetch(request);
      }),
    );
    opened.use(
      await openHttpServer(0, (actual) => {
        const host = `localhost:${actual}`;
        const pageOrigins = hosts.map((one) => `http://${one}`);
        sandbox = createSandboxOrigin({ pool: wiki.fleet.pool, files: diagram, host, pageOrigins });
        sandboxOrigin = `http://${host}`;
        return sandbox.fetch;
      }),
    );
    opened.defer(() => ending.abort());
    return {
      url: `http://127.0.0.1:${page.port}/#token=${token}`,
      port: page.port,
      token,
      sandboxOrigin,
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    };
  } catch (error) {
    ending.abort();
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}

/** The frame that draws diagrams is only served on the second origin, the page only on the first. */
function split(
  files: ReadonlyMap<string, PageFile>,
): readonly [ReadonlyMap<string, PageFile>, ReadonlyMap<string, PageFile>] {
  const entries = [...files];
  const isDiagram = ([path]: readonly [string, PageFile]): boolean => path.startsWith(diagramFolder);
  return [new Map(entries.filter(isDiagram)), new Map(entries.filter((entry) => !isDiagram(entry)))];
}
