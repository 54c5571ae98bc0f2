import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults } from "./faults.ts";
import { answer, endOfStream, frame, readBody, readMessage, refuse } from "./frames.ts";

interface ProcessConfig {
  readonly cmd: string;
  readonly args?: readonly string[];
  readonly envs?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}
interface StartRequest {
  readonly process: ProcessConfig;
  readonly stdin?: boolean;
}
interface ProcessRequest {
  readonly process: { readonly pid: number };
  readonly input?: { readonly stdin?: string };
  readonly signal?: "SIGNAL_SIGTERM" | "SIGNAL_SIGKILL";
}

/** The process service of one machine, which runs real processes of this host. */
export interface Envd {
  readonly inputs: { readonly bytes: number }[];
  handle(method: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  processes(): readonly number[];
  /** Ends one process and tells nobody why. */
  kill(pid: number): void;
  /** Cuts the streams of all processes, which run on. */
  cut(): void;
}

export function createEnvd(machineId: string, view: readonly string[], faults: Faults): Envd {
  const running = new Map<number, ChildProcessWithoutNullStreams>();
  const streams = new Set<ServerResponse>();
  const inputs: { bytes: number }[] = [];

  const start = async ({ process, stdin }: StartRequest, response: ServerResponse): Promise<void> => {
    const child = spawn("bwrap", [...view, process.cmd, ...(process.args ?? [])], {
      cwd: "/",
      env: {
        PATH: globalThis.process.env.PATH ?? "",
        USER: "user",
        E2B_SANDBOX_ID: machineId,
        ...process.envs,
      },
    });
    child.stdin.on("error", () => {}); // a program that does not read; the request says so
    if (stdin !== true) child.stdin.end();
    const { pid = 0 } = child;
    running.set(pid, child);
    streams.add(response);
    response.writeHead(200, { "content-type": "application/connect+json" });
    const send = (event: unknown): boolean => response.destroyed || response.write(frame({ event }));
    send({ start: { pid } });
    if (faults.profileNoise !== undefined) {
      const noise = Buffer.from(faults.profileNoise).toString("base64");
      send({ data: { stdout: noise } });
      send({ data: { stderr: noise } });
    }
    // The real one reports the end when the first process ends, and gives up what others still hold open.
    const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
      child.once("close", (code, signal) => resolve({ code, signal })),
    );
    await Promise.all([
      forward(child.stdout, "stdout", response, faults),
      forward(child.stderr, "stderr", response, faults),
    ]);
    const { code, signal } = await ended;
    running.delete(pid);
    streams.delete(response);
    send({ end: endEvent(code, signal) });
    response.end(frame({}, endOfStream));
  };
  return {
    inputs,
    processes: () => [...running.keys()],
    kill: (pid) => running.get(pid)?.kill("SIGKILL"),
    cut() {
      for (const response of streams) response.destroy();
      streams.clear();
    },
    async handle(method, request, response) {
      const body = await readBody(request);
      if (faults.hang) return;
      if (method === "Start") return start(readMessage<StartRequest>(body, true), response);
      const message = readMessage<ProcessRequest>(body, false);
      const child = running.get(message.process.pid);
      if (child === undefined) return refuse(response, "not_found", "there is no such process");
      if (method === "SendInput") inputs.push({ bytes: inputOf(message).length });
      const error = await control(child, method, message);
      if (faults.cutInput && method === "SendInput") return void request.socket.destroy();
      if (error) return refuse(response, "internal", error.message);
      answer(response, 200, {});
    },
  };
}

async function forward(
  source: NodeJS.ReadableStream,
  name: "stdout" | "stderr",
  response: ServerResponse,
  { chunkBytes }: Faults,
): Promise<void> {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const size = chunkBytes ?? 32 * 1024;
    for (let at = 0; at < chunk.length; at += size) {
      // A dropped subscriber does not end the program; what it prints is lost.
      if (response.destroyed) break;
      const data = { [name]: chunk.subarray(at, at + size).toString("base64") };
      if (response.write(frame({ event: { data } }))) continue;
      await drained(response);
    }
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}

function inputOf({ input }: ProcessRequest): Buffer {
  return Buffer.from(input?.stdin ?? "", "base64");
}

async function control(
  child: ChildProcessWithoutNullStreams,
  method: string,
  message: ProcessRequest,
): Promise<Error | undefined> {
  if (method === "SendInput") return write(child, inputOf(message));
  if (method === "CloseStdin") child.stdin.end();
  else if (method === "SendSignal") child.kill(message.signal === "SIGNAL_SIGKILL" ? "SIGKILL" : "SIGTERM");
  else return new Error(`unknown method ${method}`);
  return undefined;
}

function write(child: ChildProcessWithoutNullStreams, bytes: Buffer): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const closed = (): void => resolve(new Error("process ended"));
    child.once("close", closed);
    child.stdin.write(bytes, (error) => {
      child.off("close", closed);
      resolve(error ?? undefined);
    });
  });
}

const words: Readonly<Record<string, string>> = { SIGKILL: "killed", SIGTERM: "terminated" };

// In Go's words, as the real one sends them.
function endEvent(code: number | null, signal: NodeJS.Signals | null): object {
  if (signal !== null) {
    const status = `signal: ${words[signal] ?? signal}`;
    return { exitCode: -1, exited: false, status, error: status };
  }
  const status = `exit status ${code}`;
  return { exitCode: code ?? 0, exited: true, status, ...(code === 0 ? {} : { error: status }) };
}
