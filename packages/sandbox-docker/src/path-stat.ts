import { SandboxError } from "@x/sandbox";
import type { Engine } from "./engine.ts";
import { statusOf } from "./engine-error.ts";

/** What is at a path inside a container. Symbolic links were followed. */
export interface PathStat {
  /** The path after following links. */
  readonly path: string;
  readonly kind: "file" | "directory" | "other";
  /** Permission bits. */
  readonly mode: number;
  readonly sizeBytes: number;
}

// The engine counts the bits of Go's os.FileMode.
const directoryBit = 2 ** 31;
const linkBit = 2 ** 27;
const otherBits = 2 ** 26 + 2 ** 25 + 2 ** 24 + 2 ** 21 + 2 ** 19;
const maxLinks = 10;

/**
 * Looks at a path through a container, which need not run. `undefined`: nothing is there. Links are followed by the
 * engine, inside the container's own files.
 */
export async function statPath(
  engine: Engine,
  container: string,
  path: string,
  signal?: AbortSignal,
): Promise<PathStat | undefined> {
  let current = path;
  for (let links = 0; links < maxLinks; links += 1) {
    const answer = await headArchive(engine, container, current, signal);
    if (answer === undefined) return undefined;
    if (!hasBit(answer.mode, linkBit)) return toStat(current, answer);
    if (answer.linkTarget === "") return undefined;
    current = answer.linkTarget;
  }
  return undefined;
}

interface RawStat {
  readonly mode: number;
  readonly size: number;
  readonly linkTarget: string;
}

async function headArchive(
  engine: Engine,
  container: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<RawStat | undefined> {
  try {
    const response = await engine.call({ what: "look at a path", signal }, (docker, abortSignal) =>
      docker.getContainer(container).infoArchive({ path, abortSignal }),
    );
    const { headers } = response as { readonly headers: Readonly<Record<string, string | undefined>> };
    const header = headers["x-docker-container-path-stat"];
    if (header === undefined)
      throw new SandboxError("unsupported", { message: "The engine tells no paths." });
    return JSON.parse(Buffer.from(header, "base64").toString());
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) return undefined;
    // A path that leads through a file is an error to an engine, and one that says nothing more.
    if (status !== undefined && (await leadsThroughFile(engine, container, path, signal))) return undefined;
    throw error;
  }
}

async function leadsThroughFile(
  engine: Engine,
  container: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const parent = path.slice(0, path.lastIndexOf("/"));
  return parent !== "" && (await statPath(engine, container, parent, signal))?.kind !== "directory";
}

function toStat(path: string, { mode, size }: RawStat): PathStat {
  const special = hasBit(mode, otherBits);
  const kind = hasBit(mode, directoryBit) ? "directory" : special ? "other" : "file";
  return { path, kind, mode: mode % 512, sizeBytes: size };
}

// Bit 31 is beyond what JavaScript's bit operators take for positive.
function hasBit(mode: number, bits: number): boolean {
  return (mode & bits) !== 0;
}
