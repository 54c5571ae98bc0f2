import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnDependent } from "./spawn-dependent.ts";
import { untilAnswers } from "./until-answers.ts";

/** A Podman service that a test has started, with files of its own. */
export interface TestPodman {
  readonly socketPath: string;
  stop(): Promise<void>;
}

/** Starts Podman's API in namespaces of its own. It has no daemon, so nothing else is left when the service ends. */
export async function startPodman(): Promise<TestPodman> {
  const folder = await mkdtemp(join(tmpdir(), "x-podman-"));
  const socketPath = join(folder, "podman.sock");
  const config = join(folder, "containers.conf");
  // Debian's crun refuses the control groups of an older layout, which some machines have; runc takes both.
  await writeFile(
    config,
    '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\nruntime = "runc"\n',
  );
  const folders = ["root", "runroot", "tmpdir"].flatMap((name) => [`--${name}`, join(folder, name)]);
  const service = ["system", "service", "--time=0", `unix://${socketPath}`];
  const child = spawnDependent(
    "unshare",
    ["--net", "--mount", "podman", ...folders, "--storage-driver", "overlay", ...service],
    {
      env: { PATH: process.env.PATH, CONTAINERS_CONF: config },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    await untilAnswers(socketPath, child);
  } catch (error) {
    await end();
    throw error;
  }
  return { socketPath, stop: end };
}
