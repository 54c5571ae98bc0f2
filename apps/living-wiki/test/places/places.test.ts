import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Sandbox } from "@x/sandbox";
import { memorySandbox, SandboxError } from "@x/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxId } from "../../src/contract/sandbox-view.ts";
import { dockerPlace } from "../../src/places/docker-place.ts";
import { hostPlace } from "../../src/places/host-place.ts";
import { ownerFor } from "../../src/places/owner-for.ts";
import type { Place } from "../../src/places/place.ts";
import { findPlaces } from "../../src/places/places.ts";

const isolations = { docker: "container", bwrap: "os-policy", host: "none" } as const;

function place(id: SandboxId, open: Sandbox["open"]): Place {
  const isolation = isolations[id];
  return { id, label: id, isolation, lacks: () => undefined, sandbox: () => ({ id, isolation, open }) };
}

const there = (id: SandboxId): Place => place(id, () => memorySandbox().open());
const missing = (id: SandboxId): Place =>
  place(id, () => {
    const remedy = `Install ${id}.`;
    return Promise.reject(
      new SandboxError("unavailable", { message: `There is no ${id}.`, sandbox: id, remedy }),
    );
  });
const never = (id: SandboxId): Place =>
  place(
    id,
    ({ signal } = {}) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  );

describe("where programs run is chosen by what is there", () => {
  test.each([
    ["bubblewrap, where both are there", [there("docker"), there("bwrap"), hostPlace()], "bwrap"],
    ["an engine, where there is no bubblewrap", [there("docker"), missing("bwrap"), hostPlace()], "docker"],
    ["the host, where neither is there", [missing("docker"), missing("bwrap"), hostPlace()], "host"],
    ["bubblewrap, without waiting for an engine", [never("docker"), there("bwrap"), hostPlace()], "bwrap"],
  ] as const)("%s", async (_, places, chosen) => {
    await using found = await findPlaces({ places });
    expect(found.chosen).toBe(chosen);
    expect(found.hostAllowed).toBe(false);
  });

  test("with the reason and the remedy of what is missing", async () => {
    await using found = await findPlaces({ places: [missing("docker"), there("bwrap"), hostPlace()] });
    await expect
      .poll(() => found.missing("docker"))
      .toEqual({
        id: "docker",
        label: "docker",
        isolation: "container",
        available: false,
        reason: "There is no docker.",
        remedy: "Install docker.",
      });
    expect(found.missing("bwrap")).toBeUndefined();
  });

  test("by name, and then by nothing else", async () => {
    const places = [missing("docker"), there("bwrap"), hostPlace()];
    await expect(findPlaces({ places, wanted: "docker" })).rejects.toThrow(/no docker. Install docker/);
    await using host = await findPlaces({ places, wanted: "host" });
    expect([host.chosen, host.hostAllowed]).toEqual(["host", true]);
  });

  test("and what is found later, or allowed, is told", async () => {
    let answer = (): void => {};
    const late = place(
      "docker",
      () =>
        new Promise((resolve) => {
          answer = () => resolve(memorySandbox().open());
        }),
    );
    await using found = await findPlaces({ places: [late, there("bwrap"), hostPlace()] });
    expect(found.missing("docker")?.reason).toContain("being looked for");
    const told = new Promise<void>((resolve) => {
      found.on(resolve);
    });
    answer();
    await told;
    expect(found.missing("docker")).toBeUndefined();
    let count = 0;
    found.on(() => {
      count += 1;
    });
    found.allowHost();
    found.allowHost();
    expect([found.hostAllowed, count]).toEqual([true, 1]);
  });

  test("an app that ends does not wait for an engine that hangs", async () => {
    const found = await findPlaces({ places: [never("docker"), there("bwrap"), hostPlace()] });
    await found[Symbol.asyncDispose]();
    const ended = AbortSignal.abort(new Error("Interrupted."));
    await expect(findPlaces({ places: [never("docker"), never("bwrap")], signal: ended })).rejects.toThrow();
  });
});

test("a container's program cannot be reached from here, and says so before it is started", () => {
  expect(dockerPlace().lacks({ network: "loopback" })).toMatch(/cannot be reached/);
  expect(dockerPlace().lacks({ network: "internet" })).toBeUndefined();
});

describe("as root, programs run as", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "living-wiki-owner-"));
    await chmod(folder, 0o755);
    for (const [name, mode] of [
      ["open", 0o755],
      ["writable", 0o777],
      ["closed", 0o700],
    ] as const) {
      await mkdir(path.join(folder, name));
      await chmod(path.join(folder, name), mode);
    }
    await mkdir(path.join(folder, "closed", "inner"));
    await writeFile(path.join(folder, "open", "file"), "");
  });
  afterAll(() => rm(folder, { recursive: true }));
  const mine = { uid: process.getuid?.(), gid: process.getgid?.() };
  const see = (name: string, writable = false) => [{ path: path.join(folder, name), writable }];

  test("nobody in particular where everybody may read what they see", () => {
    for (const sees of [[], see("open"), see("open/file"), see("writable", true), see("not-there", true)])
      expect(ownerFor(sees, true)).toBeUndefined();
  });

  test("the owner of what others may not see or write", () => {
    for (const sees of [see("closed"), see("closed/inner"), see("open", true)])
      expect(ownerFor([...see("open"), ...sees], true)).toEqual(mine);
    expect(ownerFor(see("closed"), false)).toBeUndefined();
  });
});
