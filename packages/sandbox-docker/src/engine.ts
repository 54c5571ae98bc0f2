import { Agent } from "node:http";
import type { SandboxErrorCode } from "@x/sandbox";
import type { DockerClient } from "./docker-client.ts";
import { addressOf, type EngineAddress, nameOf } from "./engine-address.ts";
import { toSandboxError } from "./engine-error.ts";
import type { Settings } from "./settings.ts";

/** How one request to the engine is made. */
export interface EngineCall {
  /** For the message of a failure: `create a container`. */
  readonly what: string;
  /** Code of an answer that is no success. Default: `unavailable`. */
  readonly failure?: SandboxErrorCode;
  /** Default: the sandbox's `engineTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A container engine. Every request has a deadline of ours: a hung engine answers nothing, ever. */
export interface Engine {
  readonly address: EngineAddress;
  /** @throws {SandboxError} `unavailable`, `timeout`, `state_lost`, `cancelled`, or the call's own `failure` */
  call<T>(call: EngineCall, run: (docker: DockerClient, signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** Loads `dockerode` unless a client was handed in. Nothing is sent yet. */
export async function createEngine(settings: Settings): Promise<Engine> {
  const docker = settings.docker ?? (await loadClient(settings.socketPath));
  const address = await addressOf(docker);
  return {
    address,
    async call({ what, failure = "unavailable", timeoutMs = settings.engineTimeoutMs, signal }, run) {
      const stop = new AbortController();
      let expired = false;
      const abort = (): void => stop.abort(signal?.reason);
      const timer = setTimeout(() => {
        expired = true;
        stop.abort();
      }, timeoutMs);
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
      try {
        return await untilAborted(run(docker, stop.signal), stop.signal);
      } catch (error) {
        throw toSandboxError(error, { engine: nameOf(address), what, failure, timeoutMs, expired, signal });
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      }
    },
  };
}

async function loadClient(socketPath: string): Promise<DockerClient> {
  const { default: Docker } = await import("dockerode");
  // `host` and the rest are given as absent, because the client would take them from variables such as DOCKER_HOST.
  // No connection is kept: one to an engine that was restarted would fail the next request.
  const options = {
    socketPath,
    host: undefined,
    port: undefined,
    protocol: "http" as const,
    ca: undefined,
    cert: undefined,
    key: undefined,
    timeout: undefined,
    agent: new Agent({ keepAlive: false }),
  };
  return new Docker(options);
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
