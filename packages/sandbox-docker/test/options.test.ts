import { type DockerSandboxOptions, dockerSandbox } from "@x/sandbox-docker";
import { describe, expect, test } from "vitest";

describe("dockerSandbox", () => {
  const wrong: readonly (readonly [string, Partial<DockerSandboxOptions>])[] = [
    ["no image", { image: "" }],
    ["a client beside a socket", { docker: {} as never, socketPath: "/x" }],
    ["the host's network", { network: { name: "host" } }],
    ["another container's network", { network: { name: "container:abc" } }],
    ["memory that no program can start in", { limits: { memoryBytes: 1000 } }],
    ["no process at all", { limits: { pids: 0 } }],
    ["a limit that is no number", { limits: { cpus: Number.NaN } }],
    ["a deadline of nothing", { startTimeoutMs: 0 }],
    ["labels that ownership is read from", { labels: { "x.sandbox.session": "1" } }],
    ["the engine's socket as a mount", { mounts: [{ source: "/var/run/docker.sock", target: "/s" }] }],
    ["a folder with the engine's socket", { mounts: [{ source: "/var/run", target: "/s" }] }],
    [
      "a folder with the socket that was named",
      { socketPath: "/srv/e/engine.sock", mounts: [{ source: "/srv/e", target: "/s" }] },
    ],
    ["a Podman socket", { mounts: [{ source: "/run/user/1000/podman/podman.sock", target: "/s" }] }],
    ["the whole host", { mounts: [{ source: "/", target: "/host" }] }],
    ["the host's processes", { mounts: [{ source: "/proc/1/root", target: "/host" }] }],
    ["a path with dots", { mounts: [{ source: "/srv/../etc", target: "/x" }] }],
    ["a relative target", { mounts: [{ source: "/srv", target: "x" }] }],
    ["a mount over the workdir", { mounts: [{ source: "/srv", target: "/workspace/x" }] }],
    ["a volume over the workdir", { volumes: [{ name: "ok-name", target: "/workspace" }] }],
    ["a volume that is a path", { volumes: [{ name: "/etc", target: "/x" }] }],
    [
      "two mounts at one place",
      {
        volumes: [
          { name: "aa", target: "/d" },
          { name: "bb", target: "/d" },
        ],
      },
    ],
  ];
  test.each(wrong)("refuses %s before anything is asked of an engine", (_, options) => {
    expect(() => dockerSandbox({ image: "node", ...options })).toThrow(
      expect.objectContaining({ code: "invalid_argument", sandbox: "docker" }),
    );
  });

  test("starts nothing and asks nothing when it is made", () => {
    const before = process.getActiveResourcesInfo().length;
    expect(dockerSandbox({ image: "node" })).toMatchObject({ id: "docker", isolation: "container" });
    expect(process.getActiveResourcesInfo().length).toBe(before);
  });

  test("calls itself gVisor for gVisor's runtime alone", () => {
    expect(dockerSandbox({ image: "node", runtime: "runsc" }).isolation).toBe("gvisor");
    expect(dockerSandbox({ image: "node", runtime: "my-runsc" }).isolation).toBe("container");
  });
});
