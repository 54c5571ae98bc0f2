import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { JsonRpcMessage } from "@x/mcp-core";
import {
  createJournal,
  type ScriptedServerCommandOptions,
  type ScriptedServerScript,
  scriptedServerCommand,
} from "@x/mcp-testing";
import type { Command, SandboxSession } from "@x/sandbox";
import { hostSandbox } from "@x/sandbox-host";
import { findCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { planOneShot } from "../../src/one-shot/one-shot-plan.ts";
import { type OneShotResult, type OneShotSettings, runOneShot } from "../../src/one-shot/run-one-shot.ts";
import { createRedactor } from "../../src/stderr/redactor.ts";
import { isAlive } from "../scripted-transport.ts";

vi.setConfig({ testTimeout: 120_000 });

let session: SandboxSession;
let bin: string;
beforeAll(async () => {
  session = await hostSandbox({ allowHostExecution: true }).open();
  // Everything the drivers use, but no bash.
  bin = await mkdtemp(join(tmpdir(), "mcp-bin-"));
  for (const program of ["sh", "mkfifo", "tee", "grep", "cat", "rm", "sleep", "mkdir", "wc", "true"])
    await symlink(findCommand(program) ?? "", join(bin, program));
});
afterAll(async () => {
  await session.close();
  await rm(bin, { recursive: true, force: true });
});

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "t", version: "1" },
};
const modern = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };

describe.each(["bash", "sh"] as const)("the %s driver", (shell) => {
  const environment = (): Readonly<Record<string, string>> => ({
    PATH: shell === "sh" ? bin : `${bin}${delimiter}${process.env.PATH}`,
  });

  function run(
    server: Command,
    request: { readonly name: string; readonly args?: object; readonly era?: "legacy" | "modern" },
    more: Partial<OneShotSettings> = {},
  ): Promise<OneShotResult> {
    const settings: OneShotSettings = {
      exec: (command, options) =>
        session.exec?.(command, options) ?? Promise.reject(new Error("It can exec.")),
      server: { ...server, env: environment() },
      serverId: "s",
      redact: createRedactor({ envs: [], args: [] }),
      maxMessageBytes: 16 * 1024 * 1024,
      handshakeMs: 10_000,
      answerMs: 10_000,
      graceMs: 400,
      ...more,
    };
    const { name, args = {}, era = "legacy" } = request;
    // The token of the progress is the id of the request: a driver that looks for the id alone ends too early.
    const _meta = { ...(era === "modern" ? modern : {}), progressToken: "x1" };
    const params = { _meta, name, arguments: args };
    const message = { jsonrpc: "2.0", id: "x1", method: "tools/call", params } as const;
    return runOneShot(settings, planOneShot(message, initialize), "mark-1", new AbortController().signal);
  }
  const scripted = (script: ScriptedServerScript, options?: ScriptedServerCommandOptions): Command =>
    scriptedServerCommand(script, options);
  const answerOf = ({ answer }: OneShotResult): JsonRpcMessage => {
    if ("failure" in answer) throw answer.failure;
    return answer;
  };

  test.each(["legacy", "modern"] as const)("gets the answer of a slow tool in the %s era", async (era) => {
    const result = await run(scripted({ era }), { name: "wait", args: { ms: 300 }, era });
    expect(answerOf(result)).toMatchObject({ id: "x1", result: { content: [{ text: "Waited 300 ms" }] } });
  });

  test("gets an answer of many megabytes between noise", async () => {
    const result = await run(scripted({ mode: "giant-line" }), {
      name: "giant-tail",
      args: { bytes: 12_000_000 },
    });
    expect(JSON.stringify(answerOf(result)).length).toBeGreaterThan(12_000_000);
    const noisy = await run(scripted({ mode: "noise" }), { name: "echo", args: { text: "é" } });
    expect(answerOf(noisy)).toMatchObject({ result: { content: [{ text: "é" }] } });
    expect(noisy.noiseBytes).toBeGreaterThan(0);
  });

  test("ends a server that ignores EOF and SIGTERM, and has its answer", async () => {
    await using journal = await createJournal();
    const server = scripted({ mode: "ignore-eof-and-term", journal: journal.path }, { wrapper: "sh" });
    expect(answerOf(await run(server, { name: "echo", args: { text: "here" } }))).toMatchObject({ id: "x1" });
    expect((await journal.of("start")).map(({ pid }) => pid).filter(isAlive)).toEqual([]);
  });

  test("tells a server that does not start from one that dies in the request", async () => {
    const early = await run(scripted({ mode: "exit-at-once", exitCode: 12, stderr: "no database\n" }), {
      name: "echo",
    });
    expect(early.answer).toMatchObject({
      failure: { code: "process_exited", outcome: "not-sent", exitCode: 12 },
    });
    expect(early.stderr).toBe("no database\n");
    await using journal = await createJournal();
    const late = await run(scripted({ mode: "crash-in-call", journal: journal.path }), { name: "crash" });
    expect(late.answer).toMatchObject({
      failure: { code: "process_exited", outcome: "unknown", exitCode: 7 },
    });
    expect(await journal.executions("crash")).toBe(1);
  });

  test("tells a missing program from everything else", async () => {
    const { answer } = await run({ command: "no-such-program" }, { name: "echo" });
    expect(answer).toMatchObject({ failure: { code: "process_exited", outcome: "not-sent" } });
    expect("failure" in answer && answer.failure.message).toMatch(/could not be started|ended before/);
  });

  test("has a deadline for the handshake and one for the answer", async () => {
    const opening = await run(scripted({ mode: "hang-on-opening" }), { name: "echo" }, { handshakeMs: 500 });
    expect(opening.answer).toMatchObject({
      failure: { code: "timeout", deadline: "connect", outcome: "not-sent" },
    });
    const call = await run(scripted({ mode: "hang-on-call" }), { name: "hang" }, { answerMs: 500 });
    expect(call.answer).toMatchObject({
      failure: { code: "timeout", deadline: "total", outcome: "unknown" },
    });
  });

  test("notices the end of a server that leaves a process behind at its pipes", async () => {
    const { answer } = await run(
      scripted({ mode: "grandchild-holds-pipe" }),
      { name: "abandon" },
      { answerMs: 60_000 },
    );
    expect(answer).toMatchObject({ failure: { outcome: "unknown", exitCode: 0 } });
  });

  test("notices the end of a server that closes its stdout", async () => {
    const { answer } = await run(scripted({ mode: "close-stdout" }), { name: "hush" }, { answerMs: 60_000 });
    expect(answer).toMatchObject({ failure: { outcome: "unknown" } });
  });

  test("passes arguments and variables on as they are", async () => {
    const awkward = ["a b", "$(true)", "'", '"', "\\", "-n", "", "é\n2"];
    const code = `process.stdin.once("data",()=>console.log(JSON.stringify({id:"x1",result:process.argv.slice(1)})))`;
    const server = { command: process.execPath, args: ["-e", code, "--", ...awkward] };
    const { answer } = await run(server, { name: "echo", era: "modern" });
    expect(answer).toMatchObject({ result: awkward });
  });

  test("cuts an answer above the limit short and says so", async () => {
    const limits = { maxMessageBytes: 100_000 };
    const result = await run(
      scripted({ mode: "giant-line" }),
      { name: "giant-head", args: { bytes: 500_000 } },
      limits,
    );
    expect(result.answer).toMatchObject({ failure: { code: "limit", outcome: "answered" } });
    const endless = await run(
      scripted({ mode: "giant-line" }),
      { name: "giant-head", args: { bytes: 5_000_000 } },
      limits,
    );
    expect(endless.answer).toMatchObject({ failure: { code: "limit", outcome: "answered" } });
  });
});

test("a sandbox without the programs that the drivers need is told what is missing", async () => {
  const poor = await mkdtemp(join(tmpdir(), "mcp-bin-"));
  await symlink(findCommand("sh") ?? "", join(poor, "sh"));
  const exec: OneShotSettings["exec"] = (command, options) =>
    session.exec?.({ ...command, env: { PATH: poor } }, options) ?? Promise.reject(new Error("It can exec."));
  const message = { jsonrpc: "2.0", id: "x1", method: "tools/list", params: { _meta: modern } } as const;
  const settings = {
    exec,
    server: scriptedServerCommand(),
    serverId: "s",
    redact: createRedactor({ envs: [], args: [] }),
    maxMessageBytes: 1024,
    handshakeMs: 1000,
    answerMs: 1000,
    graceMs: 100,
  };
  const { answer } = await runOneShot(
    settings,
    planOneShot(message, undefined),
    "mark",
    new AbortController().signal,
  );
  expect(answer).toMatchObject({ failure: { code: "unsupported", outcome: "not-sent" } });
  expect("failure" in answer && answer.failure.message).toContain("mkfifo is missing");
  await rm(poor, { recursive: true });
});
