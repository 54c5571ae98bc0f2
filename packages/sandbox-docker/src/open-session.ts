import { randomBytes } from "node:crypto";
import {
  checkCommand,
  createSession,
  type SandboxProcess,
  type SandboxSession,
  type SessionParts,
} from "@x/sandbox";
import { archiveFiles } from "./archive-files.ts";
import { containerProcess } from "./container-process.ts";
import { programSpec, type SessionScope, viewSpec } from "./container-spec.ts";
import type { Engine } from "./engine.ts";
import { upgrade } from "./engine-request.ts";
import { createProgramFinder } from "./find-program.ts";
import { label } from "./labels.ts";
import { statPath } from "./path-stat.ts";
import type { EngineFacts } from "./probe.ts";
import { removeContainer, removeContainersOf, removeVolume } from "./remove.ts";
import { sessionFeatures } from "./session-features.ts";
import { createContainer, createStorage } from "./session-storage.ts";
import { type Settings, sandboxId, workdir } from "./settings.ts";

/** What a session is opened with. */
export interface SessionInit {
  readonly engine: Engine;
  readonly settings: Settings;
  readonly facts: EngineFacts;
  readonly imagePath: string | undefined;
  readonly ownerLabel: string;
  /** Somebody removes what is left should this process be killed. */
  readonly diesWithOwner: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** Called once, after the session has removed what it had; `false` if it could not. */
  onClosed(clean: boolean): Promise<void>;
}

type SpawnPart = NonNullable<SessionParts["spawn"]>;

/** Makes a session: a volume, and a container that is never started and shows us its files. */
export async function openSession(init: SessionInit): Promise<SandboxSession> {
  const { engine, settings, facts } = init;
  const scope = createScope(init);
  const remove = async (): Promise<void> => {
    let clean = false;
    try {
      await removeContainersOf(engine, scope.id);
      await removeVolume(engine, scope.volume);
      if (scope.certificates !== undefined) await removeVolume(engine, scope.certificates);
      clean = true;
    } finally {
      await init.onClosed(clean);
    }
  };
  try {
    await createStorage(engine, scope, init.signal);
    const view = await createContainer(engine, viewSpec(scope), {
      signal: init.signal,
    });
    const findProgram = createProgramFinder({
      stat: (path, signal) => statPath(engine, view, path, signal),
      imagePath: settings.env.PATH ?? init.imagePath,
      changing: [...settings.mounts, ...settings.volumes].map(({ target }) => target),
    });
    const spawn: SpawnPart = async (command, { signal, purpose }) => {
      await findProgram(command, signal);
      const network = purpose === "install" ? settings.installNetwork : settings.network;
      return startProgram(engine, programSpec(scope, command, network), settings, signal);
    };
    return createSession({
      id: scope.id,
      sandbox: sandboxId,
      isolation: settings.isolation,
      features: sessionFeatures(settings, facts, init.diesWithOwner),
      startTimeoutMs: settings.startTimeoutMs,
      spawn,
      files: archiveFiles({
        engine,
        settings,
        view,
        spawn: (command, { signal = new AbortController().signal } = {}) =>
          spawn(checkCommand(command, workdir), { signal }),
      }),
      close: remove,
    });
  } catch (error) {
    // The reason of the failed opening is the one to tell; a caller who has cancelled does not wait for a slow engine.
    const removal = remove().catch(() => {});
    if (!init.signal?.aborted) await removal;
    throw error;
  }
}

function createScope({ settings, facts, ownerLabel, labels }: SessionInit): SessionScope {
  const id = randomBytes(8).toString("hex");
  return {
    settings,
    id,
    labels: {
      ...labels,
      [label.session]: id,
      [label.createdAt]: new Date().toISOString(),
      [label.owner]: ownerLabel,
    },
    volume: `sandbox-${id}`,
    isPodman: facts.isPodman,
    certificates: settings.caBundle === undefined ? undefined : `sandbox-${id}-certificates`,
  };
}

async function startProgram(
  engine: Engine,
  spec: object,
  { startTimeoutMs }: Settings,
  signal: AbortSignal,
): Promise<SandboxProcess> {
  const step = { failure: "spawn_failed", timeoutMs: startTimeoutMs } as const;
  // Not cancelled on its way: an engine may finish a request that we have given up, and make what nobody knows of.
  const id = await createContainer(engine, spec, step);
  const remove = (): Promise<void> => removeContainer(engine, id).catch(() => {}); // close() tries again
  try {
    signal.throwIfAborted();
    const path = `/containers/${id}/attach?stream=1&stdin=1&stdout=1&stderr=1`;
    const stream = await engine.call({ ...step, what: "attach to a container" }, (_docker, abortSignal) =>
      upgrade(engine.address, path, abortSignal),
    );
    stream.socket.on("error", () => {}); // whoever reads it reports it
    try {
      await engine.call({ ...step, what: "start a container", signal }, (docker, abortSignal) =>
        docker.getContainer(id).start({ abortSignal }),
      );
    } catch (error) {
      stream.socket.destroy();
      throw error;
    }
    return containerProcess(engine, id, stream, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}
