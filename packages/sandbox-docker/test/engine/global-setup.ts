import { fileURLToPath } from "node:url";
import { type BuiltImage, buildImage } from "@x/images";
import { findCommand, realPart } from "@x/tooling/real-parts";
import type { TestProject } from "vitest/node";
import { importImage } from "./import-image.ts";
import { startEngine } from "./start-engine.ts";

/** What every test file of this package may ask for with `inject("engine")`. */
export interface ProvidedEngine {
  readonly socketPath: string;
  /** Of the engine's process, whose network the tests may use. */
  readonly pid: number;
  /** The image with Node and Python. */
  readonly image: BuiltImage;
}

declare module "vitest" {
  interface ProvidedContext {
    /** `undefined`: this machine cannot run an engine, and the reason was printed. */
    readonly engine: ProvidedEngine | undefined;
  }
}

/** Starts one engine with one image for all test files, and ends it after the last of them. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!(await realPart("a container engine", canRunEngine))) {
    project.provide("engine", undefined);
    return undefined;
  }
  const cacheFolder = fileURLToPath(new URL("../../../../node_modules/.cache/images", import.meta.url));
  const image = await buildImage({ cacheFolder });
  const engine = await startEngine();
  try {
    await importImage(engine.socketPath, image);
  } catch (error) {
    await engine.stop();
    throw error;
  }
  project.provide("engine", { socketPath: engine.socketPath, pid: engine.pid(), image });
  return () => engine.stop();
}

function canRunEngine(): true | string {
  if (process.getuid?.() !== 0) return "only root can start one";
  const needed = {
    dockerd: "docker.io",
    unshare: "util-linux",
    setpriv: "util-linux",
    "apt-cache": "apt",
    ip: "iproute2",
  };
  for (const [command, name] of Object.entries(needed)) {
    if (findCommand(command) === undefined) return `no ${command} on PATH (apt-get install ${name})`;
  }
  return true;
}
