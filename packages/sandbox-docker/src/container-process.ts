import { createByteQueue, createProcess, type ProcessEnd, type SandboxProcess } from "@x/sandbox";
import { containerEnd } from "./container-end.ts";
import { containerState } from "./container-state.ts";
import { demultiplex } from "./demultiplex.ts";
import type { Engine } from "./engine.ts";
import { statusOf } from "./engine-error.ts";
import type { UpgradedStream } from "./engine-request.ts";

const stderrBytes = 1024 * 1024;
// After the end, the engine still sends what the program had printed.
const drainMs = 10_000;

/** Makes a process of a container that is attached and started. Its container is removed before `exit` settles. */
export function containerProcess(
  engine: Engine,
  id: string,
  { socket, head }: UpgradedStream,
  remove: () => Promise<void>,
): SandboxProcess {
  const stdout = createByteQueue();
  const stderr = createByteQueue({ limitBytes: stderrBytes, overflow: "drop-oldest" });
  const watch = new AbortController();
  const streams = demultiplex(socket, head, { stdout, stderr });
  // An engine that is killed ends the stream as if all were well, so it is asked before a reader is told.
  streams
    .then(() => containerState(engine, id))
    .then(
      () => {
        stdout.end();
        stderr.end();
      },
      () => {}, // a loss, which containerEnd reports
    );
  const ended = containerEnd(engine, { id, streams, signal: watch.signal });
  return createProcess({
    id: id.slice(0, 12),
    stdout,
    stderr,
    ended: settle(ended, socket, remove),
    drainMs,
    pipelined: true,
    writeStdin: (chunk) =>
      new Promise((resolve, reject) => {
        socket.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    closeStdin: () =>
      new Promise((resolve) => {
        socket.end(() => resolve());
      }),
    async kill(signal) {
      try {
        await killContainer(engine, id, signal);
      } catch (error) {
        // An engine that does not take a kill says nothing more about the program either.
        watch.abort(error);
        throw error;
      }
    },
  });
}

/** Signals a container's program. One that has ended already is no failure. */
async function killContainer(engine: Engine, id: string, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  try {
    await engine.call({ what: "kill a container", failure: "state_lost" }, (docker, abortSignal) =>
      docker.getContainer(id).kill({ signal, abortSignal }),
    );
  } catch (error) {
    // Docker answers 409 for a container that has ended, Podman 500.
    const status = statusOf(error);
    if (status === 404 || status === 409) return;
    if (status === undefined || (await containerState(engine, id)).kind === "running") throw error;
  }
}

async function settle(
  ended: Promise<ProcessEnd>,
  socket: UpgradedStream["socket"],
  remove: () => Promise<void>,
): Promise<ProcessEnd> {
  try {
    return await ended;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    await remove();
  }
}
