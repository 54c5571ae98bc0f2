import { type FileHandle, open, readdir, readFile } from "node:fs/promises";
import { devNull } from "node:os";

const closeOnExec = 0o2000000;

/** What a program is started with: pipes, and `/dev/null` for what it must not inherit. */
export interface HiddenDescriptors extends AsyncDisposable {
  readonly stdio: ("pipe" | "ignore" | number)[];
}

/**
 * Everything Node opens is closed in a child. Descriptors that our own parent left open are not, and Node cannot
 * close them; a child can get `/dev/null` in their place.
 */
export async function hideDescriptors(pipes: readonly "pipe"[]): Promise<HiddenDescriptors> {
  const inherited = (await inheritable()).filter((descriptor) => descriptor >= pipes.length);
  const stdio: HiddenDescriptors["stdio"] = [...pipes];
  let nothing: FileHandle | undefined;
  if (inherited.length > 0) {
    nothing = await open(devNull, "r");
    while (stdio.length <= Math.max(...inherited)) stdio.push("ignore");
    for (const descriptor of inherited) stdio[descriptor] = nothing.fd;
  }
  return {
    stdio,
    async [Symbol.asyncDispose]() {
      await nothing?.close();
    },
  };
}

async function inheritable(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc/self/fdinfo")) {
    try {
      const flags = /^flags:\s*(\d+)/m.exec(await readFile(`/proc/self/fdinfo/${name}`, "utf8"))?.[1];
      if (flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0) found.push(Number(name));
    } catch {
      // It was closed since the directory was read.
    }
  }
  return found;
}
