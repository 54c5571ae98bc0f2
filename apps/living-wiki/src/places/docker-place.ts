import type { Command, Sandbox, SandboxSession } from "@x/sandbox";
import { dockerSandbox } from "@x/sandbox-docker";
import { ownerFor } from "./owner-for.ts";
import type { Place } from "./place.ts";
import { sessionWith } from "./session-with.ts";

/** Where the engine is, and what programs run in. */
export interface DockerPlaceOptions {
  /** With Node and npm. Default `mcp-sandbox`, as `node tooling/run.mjs images docker` makes it. */
  readonly image?: string | undefined;
  /** Default: Docker's own. */
  readonly socketPath?: string | undefined;
}

/** A container of Docker's or Podman's engine for each program. */
export function dockerPlace({ image = "mcp-sandbox", socketPath }: DockerPlaceOptions = {}): Place {
  return {
    id: "docker",
    label: "Docker",
    isolation: "container",
    lacks: ({ network }) =>
      network === "loopback"
        ? "A container's program cannot be reached from this machine. Choose bubblewrap or this machine."
        : undefined,
    sandbox({ sees = [], network = "none", installNetwork = network === "none" ? "none" : "internet" }) {
      const owner = ownerFor(sees) ?? ownUser();
      return withImagesNode(
        dockerSandbox({
          image,
          network: network === "none" ? "none" : "bridge",
          installNetwork: installNetwork === "none" ? "none" : "bridge",
          mounts: sees.map(({ path, writable = false }) => ({
            source: path,
            target: path,
            readOnly: !writable,
          })),
          ...(owner === undefined ? {} : { user: `${owner.uid}:${owner.gid}` }),
          ...(socketPath === undefined ? {} : { socketPath }),
        }),
      );
    },
  };
}

/** What is mounted belongs to us, so programs are us, too; as root they are the image's usual user. */
function ownUser(): { readonly uid: number; readonly gid: number } | undefined {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  return uid === undefined || uid === 0 || gid === undefined ? undefined : { uid, gid };
}

/** The Node that runs us is not in the image; the image has one of its own. */
function withImagesNode(sandbox: Sandbox): Sandbox {
  const inside = (command: Command): Command =>
    command.command === process.execPath ? { ...command, command: "node" } : command;
  const wrap = (session: SandboxSession): SandboxSession => {
    const spawn = session.spawn?.bind(session);
    const exec = session.exec?.bind(session);
    return sessionWith(session, {
      ...(spawn && { spawn: (command, options) => spawn(inside(command), options) }),
      ...(exec && { exec: (command, options) => exec(inside(command), options) }),
    });
  };
  return {
    ...sandbox,
    open: async (options) => wrap(await sandbox.open(options)),
  };
}
