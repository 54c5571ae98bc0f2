import type { Readable } from "node:stream";

interface Cancellable {
  readonly abortSignal?: AbortSignal;
}

/** One container, as `dockerode` has it. */
export interface DockerContainer {
  start(options: Cancellable): Promise<unknown>;
  kill(options: Cancellable & { readonly signal: string }): Promise<unknown>;
  inspect(options: Cancellable): Promise<unknown>;
  remove(options: Cancellable & { readonly force: boolean; readonly v: boolean }): Promise<unknown>;
  infoArchive(options: Cancellable & { readonly path: string }): Promise<unknown>;
  getArchive(options: Cancellable & { readonly path: string }): Promise<NodeJS.ReadableStream>;
  putArchive(archive: Readable, options: Cancellable & { readonly path: string }): Promise<unknown>;
}

/** One image, volume or network, as `dockerode` has it. */
export interface DockerThing {
  inspect(options: object): Promise<unknown>;
}

/** One volume, as `dockerode` has it. */
export interface DockerVolumeHandle extends DockerThing {
  remove(options: Cancellable & { readonly force: boolean }): Promise<unknown>;
}

/** The part of a `dockerode` client that this package calls. Any object of this shape will do. */
export interface DockerClient {
  /** Where its engine is; see `addressOf`. */
  readonly modem: object;
  version(): Promise<unknown>;
  info(options: Cancellable): Promise<unknown>;
  getImage(name: string): DockerThing;
  getNetwork(name: string): DockerThing;
  getVolume(name: string): DockerVolumeHandle;
  getContainer(id: string): DockerContainer;
  createContainer(options: object): Promise<{ readonly id: string }>;
  createVolume(options: object): Promise<unknown>;
  listContainers(
    options: Cancellable & { readonly all: boolean; readonly filters: string },
  ): Promise<unknown>;
  listVolumes(options: Cancellable & { readonly filters: string }): Promise<unknown>;
  createImage(options: Cancellable & { readonly fromImage: string }): Promise<NodeJS.ReadableStream>;
}
