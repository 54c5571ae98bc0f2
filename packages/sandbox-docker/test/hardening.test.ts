import type { SandboxSession } from "@x/sandbox";
import { dockerSandbox } from "@x/sandbox-docker";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { clientOf } from "./engine/client.ts";
import { node, run, sh, shell, spawn, untilText } from "./fixtures/run.ts";

const tmpBytes = 4 * 1024 * 1024;
const engine = inject("engine");

describe.skipIf(engine === undefined)("a program in a container", () => {
  let session: SandboxSession;
  beforeAll(async () => {
    const { socketPath = "", image } = engine ?? {};
    session = await dockerSandbox({ image: image?.name ?? "", socketPath, tmpBytes }).open();
  });
  afterAll(async () => session?.close());

  test("has no capability, and none to be gained", async () => {
    const status = await shell(session, "cat /proc/self/status");
    const sets = [...status.matchAll(/^Cap(?:Inh|Prm|Eff|Bnd|Amb):\s*(\w+)$/gm)].map(([, bits]) => bits);
    expect(sets).toEqual(Array.from({ length: 5 }, () => "0000000000000000"));
    expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
    expect(status).toMatch(/^Seccomp:\s*2$/m);
  });

  test.each([
    ["mount something", "mount -t tmpfs none /workspace"],
    ["make a user namespace", "unshare -U true"],
    ["become root", "su -c true"],
    ["change the host's name", "hostname other"],
    ["write to the kernel's settings", "echo 1 > /proc/sys/kernel/panic"],
    ["write to the root", "echo x > /new"],
    ["write to the programs", "echo x > /usr/bin/new"],
    ["make a device", "mknod /workspace/disk b 254 0"],
  ])("cannot %s", async (_, script) => {
    const { exitCode, stderr } = await run(session, sh(script));
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/not permitted|denied|read-only|must be suid/i);
  });

  test("cannot execute what it wrote to /tmp, and cannot fill it beyond its size", async () => {
    const copy = await run(session, sh("cp /bin/busybox /tmp/busybox && /tmp/busybox true"));
    expect(copy.stderr).toMatch(/permission denied/i);
    const filled = await shell(
      session,
      "head -c 8000000 /dev/zero 2>/dev/null > /tmp/fill; wc -c < /tmp/fill",
    );
    expect(Number(filled)).toBe(tmpBytes);
  });

  test("can execute what it wrote to the workdir", async () => {
    expect(await shell(session, "cp /bin/busybox echo && ./echo works")).toBe("works");
  });

  test("sees only its own processes", async () => {
    const names = await shell(session, "cat /proc/[0-9]*/comm");
    expect(names.split("\n").filter((name) => !/^(sh|cat|docker-init|tini)$/.test(name))).toEqual([]);
  });

  test("is described without its output being kept on the engine's disk", async () => {
    const process = await spawn(session, sh("echo out; sleep 30"));
    await untilText(process.stdout, "out");
    const { HostConfig } = await clientOf(engine?.socketPath ?? "")
      .getContainer(process.id)
      .inspect();
    expect(HostConfig.LogConfig?.Type).toBe("none");
    expect(HostConfig.Binds ?? []).toEqual([]);
    await process.kill("SIGKILL");
  });

  test("has Node, npm, Python by both names, pip and the Python MCP SDK", async () => {
    const script =
      "node --version && npm --version && python -m pip --version && python3 -c 'import mcp; print(mcp.__name__)'";
    expect(await shell(session, script)).toMatch(/^v\d+\.\S+\n\d+\.\S+\npip \d+.*\nmcp$/);
  });

  test("reports death by memory as such, and goes on in the next program", async () => {
    const limited = await dockerSandbox({
      image: engine?.image.name ?? "",
      socketPath: engine?.socketPath ?? "",
      limits: { memoryBytes: 64 * 1024 * 1024 },
    }).open();
    const hungry = "const kept = []; for (;;) kept.push(Buffer.alloc(1 << 20, 1));";
    expect(await run(limited, node(hungry))).toMatchObject({
      reason: "oom",
      exitCode: null,
      signal: "SIGKILL",
    });
    expect(await shell(limited, "echo next")).toBe("next");
    await limited.close();
  });
});
