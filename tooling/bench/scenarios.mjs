// What is measured, and what our figure may be at most as a share of the other's (`most`) or at least (`least`).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const echo = (...args) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL("echo-server.mjs", import.meta.url)), ...args.map(String)],
});

/**
 * Calls before the first one that counts, for us and for the other: what a call costs is asked of a program that has
 * run for a second, not of the engine's compilers, which take a tenth of a second and more of each.
 */
const warmUp = 20_000;

/** CPU of this process, user and system, in µs. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

async function withOne(subject, server, run) {
  const connection = await subject.open([server]);
  try {
    return await run(connection);
  } finally {
    await connection.close();
  }
}

/** The same over HTTP, answered as JSON or as an event stream. */
async function withHttp(subject, kind, run) {
  const file = fileURLToPath(new URL("http-echo-server.mjs", import.meta.url));
  const server = spawn(process.execPath, [file, kind], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = await once(server.stdout, "data");
    return await withOne(subject, { url: `http://127.0.0.1:${Number(port)}/mcp` }, run);
  } finally {
    server.kill();
  }
}

/** CPU of one call, in µs: one after the other, or so many at a time. */
const httpCall = (kind, inFlight, calls) => ({
  unit: "µs",
  most: 0.45,
  run: (subject) =>
    withHttp(subject, kind, async ({ call }) => {
      const all = async (count) => {
        let left = count;
        await Promise.all(
          Array.from({ length: inFlight }, async () => {
            while (left-- > 0) await call("echo", { text: "x".repeat(100) });
          }),
        );
      };
      await all(calls / 4);
      const begin = cpu();
      await all(calls);
      return (cpu() - begin) / calls;
    }),
});

export const scenarios = {
  "ten servers opened and listed": {
    unit: "ms",
    most: 0.55,
    async run(subject) {
      const begin = performance.now();
      const connection = await subject.open(Array.from({ length: 10 }, () => echo(20)));
      const took = performance.now() - begin;
      await connection.close();
      return took;
    },
  },
  "sequential call, CPU": {
    unit: "µs",
    most: 0.6,
    run: (subject) =>
      withOne(subject, echo(), async ({ call }) => {
        for (let index = 0; index < warmUp; index++) await call("echo", { text: "x".repeat(100) });
        const begin = cpu();
        for (let index = 0; index < 5000; index++) await call("echo", { text: "x".repeat(100) });
        return (cpu() - begin) / 5000;
      }),
  },
  "64 in flight, throughput": {
    unit: "calls/s",
    least: 3,
    run: (subject) =>
      withOne(subject, echo(), async ({ call }) => {
        const burst = async (count) => {
          let left = count;
          await Promise.all(
            Array.from({ length: 64 }, async () => {
              while (left-- > 0) await call("echo", { text: "x".repeat(100) });
            }),
          );
        };
        await burst(warmUp);
        const begin = performance.now();
        await burst(20_000);
        return 20_000 / ((performance.now() - begin) / 1000);
      }),
  },
  "HTTP call answered with JSON, sequential, CPU": httpCall("json", 1, 1600),
  "HTTP call answered with JSON, 64 in flight, CPU": httpCall("json", 64, 6400),
  "HTTP call answered with a stream, sequential, CPU": httpCall("sse", 1, 1600),
  "HTTP call answered with a stream, 64 in flight, CPU": httpCall("sse", 64, 6400),
  "1 MiB result, CPU": {
    unit: "ms",
    most: 0.5,
    run: (subject) =>
      withOne(subject, echo(), async ({ call }) => {
        for (let index = 0; index < 3; index++) await call("blob", { bytes: 1024 * 1024 });
        const begin = cpu();
        for (let index = 0; index < 12; index++) await call("blob", { bytes: 1024 * 1024 });
        return (cpu() - begin) / 12 / 1000;
      }),
  },
  "2,000 tools, connect and list, CPU": {
    unit: "ms",
    most: 0.5,
    run: async (subject) => {
      await withOne(subject, echo(), async () => {});
      const begin = cpu();
      await withOne(subject, echo(2000), async ({ tools }) => {
        if (tools !== 2000) throw new Error(`${tools} tools of 2000`);
      });
      return (cpu() - begin) / 1000;
    },
  },
  "2,000 tools in pages of 50, CPU": {
    unit: "ms",
    most: 0.5,
    run: async (subject) => {
      await withOne(subject, echo(), async () => {});
      const begin = cpu();
      await withOne(subject, echo(2000, 50), async ({ tools }) => {
        if (tools !== 2000) throw new Error(`${tools} tools of 2000`);
      });
      return (cpu() - begin) / 1000;
    },
  },
  "memory over bare Node after ten servers": {
    unit: "MiB",
    atMost: 10,
    async run(subject) {
      const connection = await subject.open(Array.from({ length: 10 }, () => echo(20)));
      const used = process.memoryUsage.rss();
      await connection.close();
      return used / 1024 / 1024;
    },
    minus: "bare",
  },
};
