import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { ScriptedMode } from "../scripted-mode.ts";
import { toScript } from "../scripted-server-command.ts";
import type { ScriptedServerScript } from "../scripted-server-script.ts";
import { createHttpCounters, type HttpCounters } from "./http-counters.ts";
import { createHttpEndpoint } from "./http-endpoint.ts";
import { createHttpFaults, type HttpFault } from "./http-fault.ts";

/** Options of {@link startScriptedHttpServer}. */
export interface ScriptedHttpServerOptions {
  /** The script of the server behind the endpoint; a mode that needs a pipe does nothing odd here. Default `normal`. */
  readonly script?: ScriptedMode | ScriptedServerScript;
  /** `streamable`: one URL (2025-03-26 and later). `sse`: HTTP+SSE of 2024-11-05. Default `streamable`. */
  readonly transport?: "streamable" | "sse";
  /** How requests are answered. A listen request is always a stream. Default `json`. */
  readonly answers?: "json" | "sse";
  /** Whether legacy clients get a session. Default true. */
  readonly sessions?: boolean;
  /** Whether the legacy GET is answered with a stream (else 405). Default true. */
  readonly standingStream?: boolean;
  /** Faults from the start. */
  readonly faults?: readonly HttpFault[];
}

/** An MCP server over HTTP on loopback that does what it is told, however wrong. */
export interface ScriptedHttpServer extends AsyncDisposable {
  /** Of the endpoint. */
  readonly url: string;
  readonly counters: HttpCounters;
  /** Counts what reaches the second origin, to which `redirect` with `to: "other"` leads. */
  readonly otherOrigin: { readonly url: string; readonly requests: number };
  fault(fault: HttpFault): void;
  clearFaults(): void;
  /** Forgets every session. */
  expireSessions(): void;
  /** Breaks every connection, forgets every session, and listens again on the same port. `downMs`: stays away so long. */
  restart(downMs?: number): Promise<void>;
  /** How many clients hold a standing stream. */
  readonly standingStreams: number;
  close(): Promise<void>;
}

/** Starts the server. Close it: it holds a port. */
export async function startScriptedHttpServer(
  options: ScriptedHttpServerOptions = {},
): Promise<ScriptedHttpServer> {
  const counters = createHttpCounters();
  const faults = createHttpFaults();
  for (const fault of options.faults ?? []) faults.add(fault);
  const sockets = new Set<Socket>();
  let otherRequests = 0;
  const other = createServer((_, response) => {
    otherRequests += 1;
    response.writeHead(404).end();
  });
  await listen(other, 0);
  const endpoint = createHttpEndpoint({
    script: toScript(options.script ?? "normal"),
    transport: options.transport ?? "streamable",
    answers: options.answers ?? "json",
    sessions: options.sessions ?? true,
    standingStream: options.standingStream ?? true,
    counters,
    faults,
    otherUrl: () => urlOf(other),
    restart: () => void restart(0),
  });
  let server = makeServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;

  function makeServer(): Server {
    const made = createServer((request, response) => void endpoint.handle(request, response));
    made.on("connection", (socket) => {
      counters.connections += 1;
      counters.openConnections += 1;
      sockets.add(socket);
      socket.on("close", () => {
        counters.openConnections -= 1;
        sockets.delete(socket);
      });
    });
    return made;
  }

  async function restart(downMs: number): Promise<void> {
    endpoint.forget();
    const gone = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await gone;
    if (downMs > 0) await new Promise((resolve) => setTimeout(resolve, downMs));
    server = makeServer();
    await listen(server, port);
  }

  const close = async (): Promise<void> => {
    endpoint.forget();
    for (const socket of sockets) socket.destroy();
    other.closeAllConnections();
    await Promise.all([server, other].map((one) => new Promise((resolve) => one.close(resolve))));
  };
  return {
    url: urlOf(server),
    counters,
    otherOrigin: {
      get url() {
        return urlOf(other);
      },
      get requests() {
        return otherRequests;
      },
    },
    fault: faults.add,
    clearFaults: faults.clear,
    expireSessions: endpoint.forget,
    restart: (downMs = 0) => restart(downMs),
    get standingStreams() {
      return endpoint.standingStreams();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
