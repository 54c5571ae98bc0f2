export type {
  DockerClient,
  DockerContainer,
  DockerRequestOptions,
  DockerThing,
  DockerVolumeHandle,
} from "./docker-client.ts";
export { dockerSandbox } from "./docker-sandbox.ts";
export type {
  DockerLimits,
  DockerMount,
  DockerNetwork,
  DockerProxy,
  DockerPullProgress,
  DockerSandboxOptions,
  DockerVolume,
} from "./options.ts";
