import { packArchive } from "./archive.ts";
import { certificateName, certificatesFolder } from "./certificates.ts";
import { fillingSpec, type SessionScope } from "./container-spec.ts";
import type { Engine, EngineCall } from "./engine.ts";
import { statusOf } from "./engine-error.ts";
import { label } from "./labels.ts";
import { removeContainer } from "./remove.ts";
import { workdir } from "./settings.ts";

/** Makes the session's volumes, and gives them to the user that programs run as. */
export async function createStorage(
  engine: Engine,
  scope: SessionScope,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { settings, volume, certificates } = scope;
  const own = { ...settings.labels, ...scope.labels, [label.kind]: "volume" };
  await createVolume(engine, volume, own, signal);
  if (certificates !== undefined) await createVolume(engine, certificates, own, signal);
  const fresh = [workdir];
  for (const { name, target } of settings.volumes) {
    if (await volumeExists(engine, name, signal)) continue;
    // No owner: it is to outlive us.
    await createVolume(engine, name, settings.labels, signal);
    fresh.push(target);
  }
  await prepare(engine, scope, fresh, signal);
}

/**
 * A volume belongs to root at first. An archive that is unpacked over its mount point changes that, through a container
 * that is never started; so no program ever runs as root, and the image needs no shell.
 */
async function prepare(
  engine: Engine,
  scope: SessionScope,
  fresh: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { settings, certificates } = scope;
  const owner = ownership(settings.user);
  const id = await createContainer(engine, fillingSpec(scope), { signal });
  try {
    const entries = fresh.map((path) => ({ name: path.slice(1), ...owner }));
    await unpack(engine, id, "/", await packArchive(entries), signal);
    if (certificates === undefined || settings.caBundle === undefined) return;
    const file = { name: certificateName, data: Buffer.from(settings.caBundle), mode: 0o444, uid: 0, gid: 0 };
    await unpack(engine, id, certificatesFolder, await packArchive([file]), signal);
  } finally {
    await removeContainer(engine, id);
  }
}

/** Makes a container that is not started. The engine's refusal says what is wrong with the options. */
export function createContainer(
  engine: Engine,
  spec: object,
  call: Omit<EngineCall, "what">,
): Promise<string> {
  return engine.call({ ...call, what: "create a container" }, async (docker, abortSignal) => {
    const { id } = await docker.createContainer({ ...spec, abortSignal });
    return id;
  });
}

/** Unpacks an archive in a container. */
export async function unpack(
  engine: Engine,
  id: string,
  path: string,
  archive: Parameters<
    ReturnType<Parameters<Parameters<Engine["call"]>[1]>[0]["getContainer"]>["putArchive"]
  >[0],
  signal: AbortSignal | undefined,
): Promise<void> {
  await engine.call({ what: "store files", failure: "file_failed", signal }, (docker, abortSignal) =>
    docker.getContainer(id).putArchive(archive, { path, abortSignal }),
  );
}

async function createVolume(
  engine: Engine,
  name: string,
  labels: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<void> {
  await engine.call({ what: "create a volume", signal }, (docker, abortSignal) =>
    docker.createVolume({ Name: name, Labels: labels, abortSignal }),
  );
}

async function volumeExists(engine: Engine, name: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await engine.call({ what: "inspect a volume", signal }, (docker, abortSignal) =>
      docker.getVolume(name).inspect({ abortSignal }),
    );
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

/** Numbers can be given to a file; a name is known only inside the image, so then everybody may write. */
export function ownership(user: string): {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
} {
  const [, uid, gid] = /^(\d+)(?::(\d+))?$/.exec(user) ?? [];
  if (uid === undefined) return { uid: 0, gid: 0, mode: 0o777 };
  return { uid: Number(uid), gid: Number(gid ?? uid), mode: 0o755 };
}
