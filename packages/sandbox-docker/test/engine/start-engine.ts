import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { spawnDependent } from "./spawn-dependent.ts";
import { untilAnswers } from "./until-answers.ts";

const run = promisify(execFile);

/** An engine that a test has started, apart from every other engine of the machine. */
export interface TestEngine {
  readonly socketPath: string;
  /** Its process. It changes with {@link TestEngine.restart}. */
  pid(): number;
  /** Dies at once, as in a crash. Its containers run on. */
  crash(): Promise<void>;
  /** Stops answering, without dying. */
  suspend(): void;
  /** Answers again: after `suspend` or after `crash`. */
  restore(): Promise<void>;
  /** Runs a command in the engine's network. */
  inNetwork(command: string, ...args: readonly string[]): Promise<string>;
  /** Starts a command in the engine's network, which runs until it is killed. */
  spawnInNetwork(command: string, ...args: readonly string[]): ChildProcess;
  /** Ends it with everything it runs, and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts dockerd in network and mount namespaces of its own: a second dockerd beside another one would take away
 * that one's bridge, and mounts end with their namespace.
 */
export async function startEngine(extraArgs: readonly string[] = []): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), "x-engine-"));
  const socketPath = join(folder, "docker.sock");
  const args = [
    ...["--bridge", "none", "--iptables=false", "--ip-masq=false"],
    ...["--data-root", join(folder, "data"), "--exec-root", join(folder, "exec")],
    ...["--pidfile", join(folder, "pid"), "--host", `unix://${socketPath}`],
    ...["--containerd", join(folder, "containerd.sock")],
    ...extraArgs,
  ];
  // The namespaces outlive a crash of the engine, because a process that does nothing keeps them.
  const keeper = spawnDependent("unshare", ["--net", "--mount", "sleep", "infinity"], { stdio: "ignore" });
  await once(keeper, "spawn");
  const namespaces = ["--target", String(keeper.pid), "--net", "--mount"];
  await untilUnshared(keeper.pid ?? 0);
  await run("nsenter", [...namespaces, "ip", "link", "set", "lo", "up"]);
  // As in production, containerd is a service of its own: it survives a crash of the engine.
  const containerd = await startContainerd(folder, namespaces);
  const launch = async (): Promise<ChildProcess> => {
    const child = spawnDependent("nsenter", [...namespaces, "dockerd", ...args], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilAnswers(socketPath, child);
    return child;
  };
  let daemon = await launch().catch(async (error: unknown) => {
    for (const child of [containerd, keeper]) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (daemon.exitCode !== null || daemon.signalCode !== null) return;
    daemon.kill(signal);
    await once(daemon, "exit");
  };
  return {
    socketPath,
    pid: () => daemon.pid ?? 0,
    crash: () => end("SIGKILL"),
    suspend: () => void daemon.kill("SIGSTOP"),
    async restore() {
      if (daemon.exitCode === null && daemon.signalCode === null) daemon.kill("SIGCONT");
      else daemon = await launch();
    },
    async inNetwork(command, ...rest) {
      return (await run("nsenter", [...namespaces.slice(0, 3), command, ...rest])).stdout;
    },
    spawnInNetwork: (command, ...rest) =>
      spawnDependent("nsenter", [...namespaces.slice(0, 3), command, ...rest], {
        stdio: ["ignore", "pipe", "pipe"],
      }),
    async stop() {
      await end("SIGTERM");
      // What a crash has orphaned: shims and their containers, known by the engine's folder.
      for (const pid of await processesOf(folder)) killQuietly(pid);
      keeper.kill("SIGKILL");
      await Promise.all([exitOf(containerd), exitOf(keeper)]);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

async function startContainerd(folder: string, namespaces: readonly string[]): Promise<ChildProcess> {
  const config = join(folder, "containerd.toml");
  const lines = [
    "version = 2",
    `root = "${join(folder, "containerd")}"`,
    `state = "${join(folder, "containerd-state")}"`,
    'disabled_plugins = ["io.containerd.grpc.v1.cri"]',
    `[grpc]\naddress = "${join(folder, "containerd.sock")}"`,
  ];
  await writeFile(config, lines.join("\n"));
  const child = spawnDependent("nsenter", [...namespaces, "containerd", "--config", config], {
    stdio: "ignore",
  });
  await once(child, "spawn");
  return child;
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** `unshare` changes its namespaces before it becomes the program it was told to run. */
async function untilUnshared(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await commandLine(pid)).startsWith("sleep")) return;
    await sleep(10);
  }
  throw new Error("unshare did not start its program. Are namespaces allowed here?");
}

async function processesOf(folder: string): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const lines = await Promise.all(pids.map(commandLine));
  return pids.filter((_, index) => lines[index]?.includes(folder));
}

function commandLine(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""); // it ended meanwhile
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it ended meanwhile
  }
}
