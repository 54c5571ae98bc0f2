import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { followServers } from "../live/live-servers.ts";
import type { WikiFleet } from "../servers/wiki-fleet.ts";
import { createPageApp } from "./create-page-app.ts";
import { readPageFiles } from "./page-files.ts";

/** A page that is served. */
export interface ServedPage extends AsyncDisposable {
  /** To open in a browser; it holds the token of this run, behind the `#`, which is never sent. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
}

/** Where and what to serve. */
export interface StartPageOptions {
  readonly wiki: WikiFleet;
  /** The folder of the built page. */
  readonly folder: string;
  /** 0: a free one. */
  readonly port: number;
}

/** Serves the page on 127.0.0.1. Disposing it ends every connection; the servers are not touched. */
export async function startPage({ wiki, folder, port }: StartPageOptions): Promise<ServedPage> {
  const files = await readPageFiles(folder);
  const token = randomBytes(24).toString("base64url");
  const closing = new AbortController();
  const live = followServers(wiki);
  let hosts: readonly string[] = [];
  const access = { token, hosts: () => hosts };
  const app = createPageApp({ access, files, fleet: wiki.fleet, live, closing: closing.signal });
  const server = createAdaptorServer({ fetch: app.fetch });
  try {
    await listen(server, port);
  } catch (error) {
    live[Symbol.dispose]();
    throw error;
  }
  const address = server.address() as AddressInfo;
  hosts = [`127.0.0.1:${address.port}`, `localhost:${address.port}`];
  return {
    url: `http://127.0.0.1:${address.port}/#token=${token}`,
    port: address.port,
    token,
    async [Symbol.asyncDispose]() {
      closing.abort();
      live[Symbol.dispose]();
      await close(server);
    },
  };
}

const closeGraceMs = 250;

function listen(server: ServerType, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === "EADDRINUSE";
      const advice = taken
        ? `Port ${port} is taken. Choose another one, or leave --port out.`
        : cause.message;
      reject(new Error(`The page cannot be served. ${advice}`, { cause }));
    });
    server.listen(port, "127.0.0.1", resolve);
  });
}

/** Responses that are ending may end; what is still open then is cut. */
function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    }, closeGraceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
