import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Duplex } from "node:stream";
import type { EngineAddress } from "./engine-address.ts";

const errorBodyBytes = 4096;
const keepAliveMs = 30_000;

/** An engine's answer that is no success. */
interface EngineRefusal {
  readonly statusCode: number;
}

/** A connection of its own that the engine has turned into a raw stream, and the first bytes on it. */
export interface UpgradedStream {
  readonly socket: Duplex;
  readonly head: Uint8Array;
}

/**
 * Asks for a raw stream. The request has no body: Podman would hand one to the program as the first bytes of its stdin.
 */
export function upgrade(address: EngineAddress, path: string, signal: AbortSignal): Promise<UpgradedStream> {
  return new Promise((resolve, reject) => {
    const headers = { Connection: "Upgrade", Upgrade: "tcp", "Content-Length": "0" };
    const request = open(address, { path, headers, signal });
    request.on("error", reject);
    request.on("response", (response) => void refusal(response).then(reject, reject));
    request.on("upgrade", (_response, socket, head) => {
      // From here on the stream outlives the signal, which bounds the start alone.
      request.removeAllListeners("error");
      request.on("error", () => {}); // the socket reports its own failures
      resolve({ socket, head });
    });
    request.end();
  });
}

/**
 * Sends a request that the engine answers when something has happened. Rejects at once when the connection is lost,
 * which `dockerode` never tells while it waits for a body.
 */
export function longPoll(address: EngineAddress, path: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = open(address, { path, headers: { "Content-Length": "0" }, signal });
    request.on("error", reject);
    request.on("response", (response) => {
      if (response.statusCode !== 200) {
        void refusal(response).then(reject, reject);
        return;
      }
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("error", reject);
      response.on("close", () => reject(new Error("The engine closed the connection.")));
      response.on("end", () => resolve(parse(text)));
    });
    request.end();
  });
}

function open(
  { socketPath, host, port, tls, pathPrefix, headers }: EngineAddress,
  own: {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
) {
  const request = (tls === undefined ? httpRequest : httpsRequest)({
    method: "POST",
    path: `${pathPrefix}${own.path}`,
    headers: { Host: "engine", ...headers, ...own.headers },
    signal: own.signal,
    agent: false,
    ...(socketPath === undefined ? { host, port } : { socketPath }),
    ...tls,
  });
  // Over TCP: lines go out at once, and a connection that was silently cut is noticed.
  request.setNoDelay(true);
  request.setSocketKeepAlive(true, keepAliveMs);
  return request;
}

async function refusal(response: IncomingMessage): Promise<Error & EngineRefusal> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
    if (text.length > errorBodyBytes) break;
  }
  const statusCode = response.statusCode ?? 0;
  return Object.assign(new Error(`HTTP ${statusCode}: ${text.trim().slice(0, errorBodyBytes)}`), {
    statusCode,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return new Error("The engine's answer is no JSON.", { cause });
  }
}
