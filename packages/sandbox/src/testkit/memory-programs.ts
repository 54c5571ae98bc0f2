import type { Command } from "../command.ts";
import type { MemoryIo, MemoryProgram } from "../memory-program.ts";
import type { ContractPrograms } from "./programs.ts";

const run = (name: string, ...args: readonly string[]): Command => ({ command: name, args });

/** The contract's programs as calls of {@link memoryPrograms}. */
export const memoryContractPrograms: Partial<ContractPrograms> = {
  args: (args) => run("args", ...args),
  env: () => run("env"),
  exit: (code) => run("exit", String(code)),
  suicide: () => run("suicide"),
  catToStderr: () => run("cat-to-stderr"),
  flood: (stream, bytes) => run("flood", stream, String(bytes)),
  count: () => run("count"),
  idle: () => run("idle"),
  stubborn: () => run("stubborn"),
  graceful: () => run("graceful"),
  tree: (file) => run("tree", file),
  leaveBehind: (file) => run("leave-behind", file),
  writeFile: (path) => run("write-file", path),
  readFile: (path) => run("read-file", path),
};

/**
 * Programs for {@link memorySandbox} that do what the contract asks for. `beats` is told of each heartbeat, so that a
 * test can see from outside whether a program runs.
 */
export function memoryPrograms(
  beats: (file: string) => void = () => {},
): Readonly<Record<string, MemoryProgram>> {
  const heart =
    (file: string): MemoryProgram =>
    async (io) => {
      for (; ; await io.sleep(20)) {
        beats(file);
        append(io, file);
      }
    };
  return {
    ...plainPrograms,
    async tree(io) {
      io.onTerm(() => {});
      io.fork(heart(io.args[0] ?? ""));
      await io.write("ready\n");
      return idle(io);
    },
    async "leave-behind"(io) {
      io.fork(heart(io.args[0] ?? ""));
      await io.write("done\n");
      return 0;
    },
  };
}

const plainPrograms: Readonly<Record<string, MemoryProgram>> = {
  async cat(io) {
    for await (const chunk of io.stdin) await io.write(chunk);
    return 0;
  },
  async args(io) {
    for (const arg of io.args) await io.write(`${arg}\0`);
    return 0;
  },
  async env(io) {
    for (const [name, value] of Object.entries(io.env)) await io.write(`${name}=${value}\n`);
    return 0;
  },
  exit: (io) => Number(io.args[0]),
  suicide: (io) => io.raise("SIGKILL"),
  async "cat-to-stderr"(io) {
    for await (const chunk of io.stdin) await io.writeError(chunk);
    await io.write("out");
    return 0;
  },
  async flood(io) {
    const [stream, bytes] = io.args;
    const piece = 1024 * 1024;
    for (let left = Number(bytes); left > 0; left -= piece) {
      const chunk = new Uint8Array(Math.min(piece, left)).fill(120);
      await (stream === "stdout" ? io.write(chunk) : io.writeError(chunk));
      await io.sleep(0);
    }
    if (stream === "stderr") await io.write("done");
    return 0;
  },
  async count(io) {
    let bytes = 0;
    for await (const chunk of io.stdin) bytes += chunk.length;
    await io.write(`${bytes}\n`);
    return 0;
  },
  idle: (io) => idle(io),
  async stubborn(io) {
    io.onTerm(() => {});
    await io.write("ready\n");
    return idle(io);
  },
  async graceful(io) {
    const term = new Promise<void>((resolve) => io.onTerm(resolve));
    await io.write("ready\n");
    await Promise.race([term, idle(io)]);
    await io.write("term\n");
    return 7;
  },
  async "write-file"(io) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of io.stdin) chunks.push(chunk);
    io.files.set(absolute(io, io.args[0]), Buffer.concat(chunks));
    return 0;
  },
  async "read-file"(io) {
    const data = io.files.get(absolute(io, io.args[0]));
    if (data === undefined) return 1;
    await io.write(data);
    return 0;
  },
};

async function idle(io: MemoryIo): Promise<number> {
  await io.sleep(60_000);
  return 0;
}

function append(io: MemoryIo, file: string): void {
  const path = absolute(io, file);
  io.files.set(path, Buffer.concat([io.files.get(path) ?? new Uint8Array(), Buffer.from("x")]));
}

function absolute(io: MemoryIo, path = ""): string {
  return path.startsWith("/") ? path : `${io.cwd}/${path}`;
}
