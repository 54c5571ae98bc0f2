import { resolvePath, SandboxError } from "@x/sandbox";
import type { DockerMount, DockerVolume } from "./options.ts";

// Whoever reaches one of these from inside is root on the host.
const engineSockets = /(^|\/)(docker|podman|containerd|crio|buildkitd)\.sock$/;
const forbiddenSources = [
  "/proc",
  "/sys",
  "/dev",
  "/var/lib/docker",
  "/var/lib/containers",
  "/run/containerd",
];
const forbiddenTargets = ["/workspace", "/proc", "/sys", "/dev", "/run/trusted-certificates"];

/**
 * Refuses mounts that would undo the isolation, and targets that cannot work.
 *
 * @throws {SandboxError} `invalid_argument`
 */
export function checkMounts(
  mounts: readonly DockerMount[],
  volumes: readonly DockerVolume[],
  socketPath: string,
): void {
  for (const { source, target } of mounts) {
    checkSource(source, socketPath);
    checkTarget(target);
  }
  for (const { name, target } of volumes) {
    if (!/^[A-Za-z0-9][\w.-]+$/.test(name)) refuse("The name of a volume must be letters, digits, _ . or -.");
    checkTarget(target);
  }
  const targets = [...mounts, ...volumes].map(({ target }) => target);
  if (new Set(targets).size < targets.length) refuse("Two mounts have the same target.");
}

function checkSource(source: string, socketPath: string): void {
  if (!source.startsWith("/") || resolvePath(source, "/") !== source) {
    refuse(`A mount's source must be an absolute path without "." and ".." parts.`);
  }
  const sockets = [socketPath, "/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock"];
  if (engineSockets.test(source) || sockets.some((socket) => isWithin(socket, source))) {
    refuse(`The mount of ${source} would hand the container engine to the sandbox.`);
  }
  if (forbiddenSources.some((path) => isWithin(source, path) || isWithin(path, source))) {
    refuse(`The mount of ${source} would open the host to the sandbox.`);
  }
}

function checkTarget(target: string): void {
  if (!target.startsWith("/") || target === "/" || resolvePath(target, "/") !== target) {
    refuse(`A mount's target must be an absolute path below / without "." and ".." parts.`);
  }
  if (forbiddenTargets.some((path) => isWithin(target, path))) {
    refuse(`Nothing can be mounted at ${target}: the sandbox has its own there.`);
  }
}

function isWithin(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}

function refuse(message: string): never {
  throw new SandboxError("invalid_argument", {
    message: `${message} Nothing was started.`,
    sandbox: "docker",
  });
}
