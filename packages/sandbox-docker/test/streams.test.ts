import { memoryUsage } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxSession } from "@x/sandbox";
import { dockerSandbox } from "@x/sandbox-docker";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { bytesOf, sh, spawn, untilText } from "./fixtures/run.ts";

const engine = inject("engine");
const MiB = 1024 * 1024;

describe.skipIf(engine === undefined)("the streams of a container", () => {
  let session: SandboxSession;
  beforeAll(async () => {
    const { socketPath = "", image } = engine ?? {};
    session = await dockerSandbox({ image: image?.name ?? "", socketPath }).open();
  });
  afterAll(async () => session?.close());

  test("lose nothing of three million bytes before a half close", async () => {
    const process = await spawn(session, { command: "wc", args: ["-c"] });
    for (let count = 0; count < 30; count += 1) await process.writeStdin(new Uint8Array(100_000));
    await process.closeStdin();
    expect((await bytesOf(process.stdout)).toString().trim()).toBe("3000000");
    expect(await process.exit).toEqual({ reason: "exited", exitCode: 0 });
  });

  test("keep the end of a flood on stderr, which nobody reads, and deliver stdout", async () => {
    const process = await spawn(session, sh("head -c 20000000 /dev/zero >&2; echo last >&2; echo done"));
    expect(await untilText(process.stdout, "done")).toBe("done\n");
    await process.exit;
    const stderr = await bytesOf(process.stderr);
    expect(stderr.length).toBeLessThanOrEqual(MiB);
    expect(stderr.subarray(-5).toString()).toBe("last\n");
  });

  test("hold a program up whose output is not read, and this process's memory stays flat", async () => {
    const process = await spawn(session, sh("head -c 300000000 /dev/zero; echo all >&2"));
    await sleep(500);
    const before = memoryUsage();
    await sleep(1500);
    const after = memoryUsage();
    expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(4 * MiB);
    expect(after.rss - before.rss).toBeLessThan(64 * MiB);
    expect(await Promise.race([process.exit, sleep(10, "runs")])).toBe("runs");
    let bytes = 0;
    for await (const chunk of process.stdout) bytes += chunk.length;
    expect(bytes).toBe(300_000_000);
    expect((await process.exit).exitCode).toBe(0);
  }, 60_000);

  test("lose nothing to a reader that comes long after the end of the program", async () => {
    const process = await spawn(session, sh("head -c 600000 /dev/zero; echo end"));
    await sleep(6000);
    const bytes = await bytesOf(process.stdout);
    expect(bytes.length).toBe(600_004);
    expect((await process.exit).exitCode).toBe(0);
  });

  test("may be closed by a program that runs on", async () => {
    const process = await spawn(session, sh("echo out; exec >&- 2>&-; sleep 3; exit 5"));
    expect((await bytesOf(process.stdout)).toString()).toBe("out\n");
    expect(await process.exit).toEqual({ reason: "exited", exitCode: 5 });
  });

  test("settle a pending write when the program is killed", async () => {
    const process = await spawn(session, { command: "sleep", args: ["60"] });
    const writes = Array.from({ length: 64 }, () => process.writeStdin(new Uint8Array(MiB)));
    const settled = Promise.allSettled(writes);
    await process.kill("SIGKILL");
    const last = (await settled).at(-1);
    expect(last).toMatchObject({ status: "rejected", reason: { code: "closed" } });
  });
});
