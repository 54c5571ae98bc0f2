import { spawn } from "node:child_process";
import { isSandboxError } from "@x/sandbox";
import { processTree, runProcess } from "@x/sandbox-host/process";
import { describe, expect, test } from "vitest";
import { until } from "./fixtures/processes.ts";

const text = async (stream: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const path = { PATH: process.env.PATH ?? "" };

describe("runProcess", () => {
  test("gives the program exactly the environment it is told", async () => {
    const started = await runProcess({ command: "/usr/bin/env", env: { ONLY: "this" }, cwd: "/" });
    expect(await text(started.stdout)).toBe("ONLY=this\n");
  });

  test("passes a secret input on descriptor 3 and reads a report from descriptor 4", async () => {
    const started = await runProcess({
      command: "sh",
      args: ["-c", "cat <&3; echo ready >&4; exec 4>&-; cat"],
      env: path,
      cwd: "/",
      input: new TextEncoder().encode("from us;"),
    });
    expect(await started.report).toBe("ready");
    await started.writeStdin(new TextEncoder().encode("stdin"));
    await started.closeStdin();
    expect(await text(started.stdout)).toBe("from us;stdin");
  });

  test("gives an empty report for a program that ends without one", async () => {
    const started = await runProcess({ command: "true", env: path, cwd: "/", input: new Uint8Array() });
    expect(await started.report).toBe("");
    expect((await started.exit).exitCode).toBe(0);
  });

  test("leads a process group and session of its own", async () => {
    const started = await runProcess({
      command: "sh",
      args: ["-c", "ps -o pid=,pgid=,sid= -p $$"],
      env: path,
      cwd: "/",
    });
    const ids = (await text(started.stdout)).trim().split(/\s+/).map(Number);
    expect(ids).toEqual([started.pid, started.pid, started.pid]);
  });

  test("tells a shortage of the host from a program that is missing", async () => {
    for (const [errno, code] of [
      ["EAGAIN", "quota"],
      ["EMFILE", "quota"],
      ["EACCES", "spawn_failed"],
    ]) {
      const failing = ((..._: unknown[]) => {
        throw Object.assign(new Error(`spawn x ${errno}`), { code: errno });
      }) as unknown as typeof spawn;
      const error = await runProcess({ command: "x", env: {}, cwd: "/", spawn: failing }).catch(
        (caught: unknown) => caught,
      );
      expect(isSandboxError(error)).toBe(true);
      expect(error).toMatchObject({ code, detail: errno, retryable: code === "quota" });
    }
  });

  test("lets its user decide how SIGTERM is delivered", async () => {
    const delivered: number[] = [];
    const started = await runProcess({
      command: "sleep",
      args: ["60"],
      env: path,
      cwd: "/",
      async terminate(tree) {
        for (const { pid } of await tree.members()) delivered.push(pid);
      },
    });
    await started.kill("SIGTERM");
    expect(delivered).toEqual([started.pid]);
    await started.kill("SIGKILL");
  });

  test("can become another user where it is root", async () => {
    if (process.getuid?.() !== 0) {
      await expect(runProcess({ command: "id", env: path, cwd: "/", uid: 65534 })).rejects.toMatchObject({
        code: "spawn_failed",
      });
      return;
    }
    const started = await runProcess({
      command: "id",
      args: ["-u"],
      env: path,
      cwd: "/",
      uid: 65534,
      gid: 65534,
    });
    expect(await text(started.stdout)).toBe("65534\n");
  });
});

describe("processTree", () => {
  test("finds a leader and what came of it, and nothing else", async () => {
    const child = spawn("sh", ["-c", "sleep 60 & setsid sleep 60 & wait"], {
      detached: true,
      stdio: "ignore",
    });
    const tree = processTree(child.pid ?? 0);
    try {
      await until(async () => (await tree.members()).length === 3);
      expect((await tree.members()).map(({ pid }) => pid)).toContain(child.pid);
      expect((await tree.members()).map(({ pid }) => pid)).not.toContain(process.pid);
    } finally {
      await tree.end();
    }
    expect(await tree.members()).toEqual([]);
    await tree.end();
    tree.signal("SIGTERM");
  });
});
