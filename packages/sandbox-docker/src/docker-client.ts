import type { Readable } from "node:stream";

/** What every request to an engine takes. */
export interface DockerRequestOptions {
  readonly abortSignal?: AbortSignal;
}

/** One container, as `dockerode` has it. */
export interface DockerContainer {
  start(options: DockerRequestOptions): Promise<unknown>;
  kill(options: DockerRequestOptions & { readonly signal: string }): Promise<unknown>;
  inspect(options: DockerRequestOptions): Promise<unknown>;
  remove(options: DockerRequestOptions & { readonly force: boolean; readonly v: boolean }): Promise<unknown>;
  infoArchive(options: DockerRequestOptions & { readonly path: string }): Promise<unknown>;
  getArchive(options: DockerRequestOptions & { readonly path: string }): Promise<NodeJS.ReadableStream>;
  putArchive(archive: Readable, options: DockerRequestOptions & { readonly path: string }): Promise<unknown>;
}

/** One image, volume or network, as `dockerode` has it. */
export interface DockerThing {
  inspect(options: object): Promise<unknown>;
}

/** One volume, as `dockerode` has it. */
export interface DockerVolumeHandle extends DockerThing {
  remove(options: DockerRequestOptions & { readonly force: boolean }): Promise<unknown>;
}

/** The part of a `dockerode` client that this package calls. Any object of this shape will do. */
export interface DockerClient {
  /** Where its engine is; see `addressOf`. */
  readonly modem: object;
  version(): Promise<unknown>;
  info(options: DockerRequestOptions): Promise<unknown>;
  getImage(name: string): DockerThing;
  getNetwork(name: string): DockerThing;
  getVolume(name: string): DockerVolumeHandle;
  getContainer(id: string): DockerContainer;
  createContainer(options: object): Promise<{ readonly id: string }>;
  createVolume(options: object): Promise<unknown>;
  listContainers(
    options: DockerRequestOptions & { readonly all: boolean; readonly filters: string },
  ): Promise<unknown>;
  listVolumes(options: DockerRequestOptions & { readonly filters: string }): Promise<unknown>;
  createImage(options: DockerRequestOptions & { readonly fromImage: string }): Promise<NodeJS.ReadableStream>;
}
