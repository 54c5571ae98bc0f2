import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CommandFailed, capture, runQuietly } from "../run/command.mjs";
import { workspaceEnvironment } from "../run/environment.mjs";

const tooling = path.dirname(import.meta.dirname);

function run(...args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync(process.execPath, args, { cwd: tooling, encoding: "utf8" });
}

describe("run.mjs", () => {
  test("tells the user of an old Node what to do, without a stack trace", () => {
    const old = path.join(import.meta.dirname, "fixtures/old-node.cjs");
    const { status, stderr } = run("--require", old, "run.mjs", "demo");
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(
      "Node 20.19 or newer is needed, and this is v18.20.8. Install a current Node (https://nodejs.org) and run the same command again.",
    );
  });

  test("lists its tasks", () => {
    const { stdout } = run("run.mjs");
    for (const task of ["demo", "test", "build", "ci", "bench"])
      expect(stdout).toMatch(new RegExp(`^  ${task} `, "m"));
  });

  test("names the known tasks when it is asked for another", () => {
    const { status, stderr } = run("run.mjs", "demmo");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^There is no task "demmo"\. Known: demo, test, /);
  });
});

describe("a quiet command", () => {
  const options = { cwd: tooling, env: process.env, announceAfterMs: 60_000 };

  test("shows its output and the advice when it fails", async () => {
    const script = 'console.log("the reason"); process.exitCode = 3';
    const failure = runQuietly("Working", "node", ["-e", script], { ...options, advice: "Do this." });
    await expect(failure).rejects.toMatchObject({ message: "Do this.", exitCode: 3 });
    await expect(failure).rejects.toBeInstanceOf(CommandFailed);
  });

  test("that cannot be started says so", async () => {
    await expect(runQuietly("Working", "no-such-command", [], options)).rejects.toThrow(
      "Could not start no-such-command",
    );
  });

  test("can be asked for its output, and gives none when it fails", async () => {
    expect(await capture("node", ["-p", "1 + 1"])).toBe("2");
    expect(await capture("node", ["-e", "process.exit(1)"])).toBeUndefined();
    expect(await capture("no-such-command", [])).toBeUndefined();
  });
});

test("a signal reaches the command that runs, and we wait until it has cleaned up", async () => {
  const driver = path.join(import.meta.dirname, "fixtures/run-attached.mjs");
  const child = spawn(process.execPath, [driver], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output === "ready\n") child.kill("SIGTERM");
  });
  const [code] = await once(child, "close");
  expect([output, code]).toEqual(["ready\ncleaning up\n", 5]);
});

test("commands run with telemetry off, and with pnpm and this Node first on PATH", () => {
  const env = workspaceEnvironment("/workspace", "/pnpm") as Readonly<Record<string, string | undefined>>;
  expect(env).toMatchObject({ TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" });
  expect(env.PATH?.split(path.delimiter).slice(0, 3)).toEqual([
    "/pnpm",
    path.dirname(process.execPath),
    "/workspace/node_modules/.bin",
  ]);
});
