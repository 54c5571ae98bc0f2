import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { dockerSandbox } from "@x/sandbox-docker";
import { describe, expect, inject, test } from "vitest";
import { formatOwner, isDead, parseOwner, thisOwner } from "../src/owner.ts";
import { clientOf } from "./engine/client.ts";
import { doomedParent } from "./fixtures/doomed-parent.ts";
import { eventually } from "./fixtures/eventually.ts";
import { reapersOf, runs } from "./fixtures/processes.ts";
import { spawn } from "./fixtures/run.ts";

const engine = inject("engine");
const { socketPath = "", image } = engine ?? {};
const imageName = image?.name ?? "";
const make = (options: object = {}) => dockerSandbox({ image: imageName, socketPath, ...options });

describe.skipIf(engine === undefined)("what a session makes on an engine", () => {
  test("is gone when it is closed, and so is the reaper of the last one", async () => {
    const sandbox = make();
    const [one, two] = [await sandbox.open(), await sandbox.open()];
    await spawn(one, { command: "sleep", args: ["60"] });
    const docker = clientOf(socketPath);
    const left = async (session: string) => {
      const filters = { label: [`x.sandbox.session=${session}`] };
      const { Volumes } = await docker.listVolumes({ filters });
      return (await docker.listContainers({ all: true, filters })).length + (Volumes ?? []).length;
    };
    expect(await left(one.id)).toBe(3);
    const reapers = await reapersOf(process.pid);
    expect(reapers).toHaveLength(1);
    await one.close({ graceMs: 100 });
    expect(await left(one.id)).toBe(0);
    expect(await left(two.id)).toBe(2);
    expect(await reapersOf(process.pid)).toEqual(reapers);
    await two.close();
    expect(await left(two.id)).toBe(0);
    expect(await reapersOf(process.pid)).toEqual([]);
  });

  test("carries the caller's labels, which may not touch ownership", async () => {
    const sandbox = make({ labels: { team: "blue" } });
    await using session = await sandbox.open({ labels: { task: "7" } });
    const docker = clientOf(socketPath);
    const filters = { label: [`x.sandbox.session=${session.id}`, "team=blue", "task=7"] };
    expect(await docker.listContainers({ all: true, filters })).toHaveLength(1);
    await expect(sandbox.open({ labels: { "x.sandbox.owner": "me" } })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  test("is removed within seconds when the process that made it is killed", async () => {
    const parent = await doomedParent(socketPath, imageName);
    expect((await parent.leftovers()).length).toBe(3);
    const [reaper = 0] = await reapersOf(parent.pid);
    expect(await runs(reaper)).toBe(true);
    await parent.kill();
    expect(await eventually(async () => (await parent.leftovers()).length === 0, 5000)).toBe(true);
    expect(await eventually(async () => !(await runs(reaper)), 5000)).toBe(true);
  }, 60_000);

  test("is removed by the next sweep where there was no reaper, and what others own is not", async () => {
    const [dead, alive] = await Promise.all([
      doomedParent(socketPath, imageName, { reaper: false }),
      doomedParent(socketPath, imageName, { reaper: false }),
    ]);
    const docker = clientOf(socketPath);
    const stranger = await docker.createContainer({
      Image: imageName,
      Labels: { "x.sandbox.owner": "somebody" },
    });
    await using mine = await make().open();
    await dead.kill();
    await sleep(500);
    expect((await dead.leftovers()).length).toBe(3);
    const swept = await make().sweep?.();
    expect(swept?.failed).toBe(0);
    expect(swept?.removed).toBeGreaterThanOrEqual(3);
    expect(await dead.leftovers()).toEqual([]);
    expect((await alive.leftovers()).length).toBe(3);
    await expect(stranger.inspect()).resolves.toBeDefined();
    await stranger.remove({ force: true });
    await expect(mine.files?.write("still", new Uint8Array([1]))).resolves.toBeUndefined();
    await alive.kill();
    await make().sweep?.();
    expect(await alive.leftovers()).toEqual([]);
  }, 60_000);

  test("is not swept for a caller that has cancelled", async () => {
    await expect(make().sweep?.({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});

describe("an owner", () => {
  test.runIf(process.platform === "linux")(
    "is read back from its label, and is alive while it runs",
    async () => {
      const self = await thisOwner();
      if (self === undefined) throw new Error("This process has no owner.");
      expect(parseOwner(formatOwner(self))).toEqual(self);
      expect(self.boot).toBe((await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim());
      const judge = { self, engineIsLocal: true };
      expect(await isDead(self, judge)).toBe(false);
      expect(await isDead({ ...self, startTime: "1" }, judge)).toBe(true);
      expect(await isDead({ ...self, pid: 2 ** 30 }, judge)).toBe(true);
      expect(await isDead({ ...self, namespace: "1", pid: 2 ** 30 }, judge)).toBe(false);
      const otherBoot = { ...self, boot: "00000000-0000-0000-0000-000000000000" };
      expect(await isDead(otherBoot, judge)).toBe(true);
      expect(await isDead(otherBoot, { self, engineIsLocal: false })).toBe(false);
    },
  );

  test.each(["", "me", "unknown:1", "a.b:c:d"])("is nobody for the label %j", (text) => {
    expect(parseOwner(text)).toBeUndefined();
  });
});
