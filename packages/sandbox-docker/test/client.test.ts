import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { dockerSandbox } from "@x/sandbox-docker";
import Docker from "dockerode";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { run, spawn, untilText } from "./fixtures/run.ts";

const engine = inject("engine");
const image = engine?.image.name ?? "";

describe.skipIf(engine === undefined)("a client that is handed in", () => {
  let proxy: Server;
  let port = 0;
  let paths = "";
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    // What an engine that listens on TCP looks like.
    proxy = createServer({ allowHalfOpen: true }, (socket) => {
      const upstream = connect({ path: engine?.socketPath ?? "", allowHalfOpen: true });
      sockets.add(socket).add(upstream);
      socket.on("data", (chunk) => {
        paths += chunk.toString("latin1").split("\r\n")[0];
      });
      for (const each of [socket, upstream]) each.on("error", () => {}); // the other side sees it close
      socket.pipe(upstream).pipe(socket);
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    ({ port } = proxy.address() as AddressInfo);
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    proxy?.close();
  });

  test("is used for everything, over TCP and in the API version it asks for", async () => {
    const docker = new Docker({ host: "127.0.0.1", port, protocol: "http", version: "v1.41" });
    const session = await dockerSandbox({ image, docker }).open();
    const process = await spawn(session, { command: "cat" });
    await process.writeStdin(Buffer.from("through\n"));
    expect(await untilText(process.stdout, "\n")).toBe("through\n");
    await process.closeStdin();
    expect(await process.exit).toEqual({ reason: "exited", exitCode: 0 });
    await session.close();
    expect(paths).toMatch(/POST \/v1\.41\/containers\/\w+\/attach/);
    expect(paths).toMatch(/POST \/v1\.41\/containers\/\w+\/wait/);
  });

  test("is one for a socket file, also when its path is only known later", async () => {
    const docker = new Docker({ socketPath: engine?.socketPath });
    Object.assign(docker.modem, { socketPath: async () => engine?.socketPath });
    await using session = await dockerSandbox({ image, docker }).open();
    expect((await run(session, { command: "echo", args: ["ok"] })).stdout).toBe("ok\n");
  });

  test("cannot be one for SSH", async () => {
    const docker = new Docker({ host: "127.0.0.1", protocol: "ssh", port: 22 });
    await expect(dockerSandbox({ image, docker }).open()).rejects.toMatchObject({
      code: "unsupported",
      remedy: expect.stringContaining("socketPath"),
    });
  });

  test("is not made of DOCKER_HOST where none was handed in", async () => {
    process.env.DOCKER_HOST = "tcp://127.0.0.1:1";
    try {
      await using session = await dockerSandbox({ image, socketPath: engine?.socketPath ?? "" }).open();
      expect((await run(session, { command: "echo" })).exitCode).toBe(0);
    } finally {
      delete process.env.DOCKER_HOST;
    }
  });
});
