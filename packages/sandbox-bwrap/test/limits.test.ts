import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BwrapSession, openBwrap, sh } from "./fixtures/session.ts";

describe("limits", () => {
  test("end a program that uses more CPU time than it may", async () => {
    await using session = await openBwrap({ limits: { cpuTimeMs: 1000 } });
    expect(session.features.has("limit-cpu")).toBe(true);
    const result = await session.exec(
      { command: "sh", args: ["-c", "while :; do :; done"] },
      { timeoutMs: 20_000 },
    );
    expect(result.reason).not.toBe("timeout");
    expect(result.exitCode).not.toBe(0);
  });

  test("bound what /tmp and /dev/shm hold", async () => {
    await using session = await openBwrap({ tmpBytes: 1024 * 1024 });
    for (const path of ["/tmp", "/dev/shm"]) {
      const written = await sh(
        session,
        'head -c 4000000 /dev/zero > "$1/big" 2>/dev/null; wc -c < "$1/big"',
        path,
      );
      expect(Number(written)).toBeLessThanOrEqual(1024 * 1024);
    }
  });

  test("count the processes of each program for themselves", async () => {
    await using session = await openBwrap({ limits: { pids: 12 } });
    const many = () => sh(session, "i=0; while [ $i -lt 8 ]; do sleep 1 & i=$((i+1)); done; echo $i");
    expect(await Promise.all([many(), many(), many()])).toEqual(["8", "8", "8"]);
  });

  test("leave a Node room to start and to use WebAssembly", async () => {
    await using session = await openBwrap();
    const script = "new WebAssembly.Memory({ initial: 1, maximum: 65536 }); console.log('fine')";
    const { stdout } = await session.exec({ command: "node", args: ["-e", script] });
    expect(new TextDecoder().decode(stdout)).toBe("fine\n");
  });
});

describe("network", () => {
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const connect = async (session: BwrapSession, purpose?: "install") => {
    const script =
      "require('node:net').connect(+process.argv[1], '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(9))";
    const command = { command: "node", args: ["-e", script, String(port)] };
    const { exitCode } = await session.exec(command, purpose === undefined ? {} : { purpose });
    return exitCode;
  };

  test("is none by default", async () => {
    await using session = await openBwrap();
    expect(await connect(session)).toBe(9);
    expect(session.features.has("network-none")).toBe(true);
  });

  test("is the host's only where that is said", async () => {
    await using session = await openBwrap({ network: "host" });
    expect(await connect(session)).toBe(0);
    expect(session.features.has("network-none")).toBe(false);
    expect(await sh(session, "test -s /etc/hosts && echo there")).toBe("there");
  });

  test("can be given to the install step alone", async () => {
    await using session = await openBwrap({ installNetwork: "host" });
    expect(await connect(session, "install")).toBe(0);
    expect(await connect(session)).toBe(9);
    expect(session.features.has("network-none")).toBe(true);
  });
});
