import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  createMcpTransportPool,
  createToolRegistry,
  type McpTransportPool,
  registerMcpTools,
  type ToolRegistryPort,
} from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { toAiSdkTools } from "@x/tools/ai-sdk";
import { toAnthropicTools } from "@x/tools/anthropic";
import { toOpenAiChatTools, toOpenAiResponsesTools } from "@x/tools/openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenTools, oddFleet } from "../fixtures/odd-fleet.ts";
import { childProcesses } from "../fixtures/real-server.ts";

describe("three hundred tools of twenty servers, most of them odd", () => {
  const sandbox = hostSandbox({ allowHostExecution: true });
  let folder: string;
  let pool: McpTransportPool;
  let registry: ToolRegistryPort;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "mcp-fleet-"));
    pool = createMcpTransportPool({ servers: oddFleet(folder) }, { sandbox });
    registry = createToolRegistry();
    await registerMcpTools(registry, pool);
  }, 120_000);

  afterAll(async () => {
    await pool.stop();
    await rm(folder, { recursive: true });
    expect(childProcesses()).toEqual([]);
  });

  it("are all there, under names that are legal everywhere and differ", () => {
    expect(pool.serverIds).toHaveLength(20);
    const names = registry.list().map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(280);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
  });

  it("are listed with those that cannot be called, each with its reason", () => {
    expect(registry.list().length + pool.quarantined.length).toBeGreaterThanOrEqual(300);
    const reasons = pool.quarantined.filter(({ serverId }) => serverId === "a").map(({ reason }) => reason);
    expect(reasons.sort()).toEqual(brokenTools.map(([reason]) => reason).sort());
    for (const { detail } of pool.quarantined) expect(detail).toMatch(/./);
  });

  it("are taken by every provider, none left out, and every change is reported", () => {
    const tools = registry.list();
    for (const formatted of [
      toOpenAiResponsesTools(tools, { strict: "auto" }),
      toOpenAiChatTools(tools),
      toAnthropicTools(tools),
      toAiSdkTools(registry),
    ]) {
      expect(formatted.leftOut).toEqual([]);
      expect(formatted.reports.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
      expect(formatted.reports.filter(({ changes }) => changes.length > 0).length).toBeGreaterThan(100);
    }
  });

  it("are called at the right server under their own names", async () => {
    const scripted = registry
      .list()
      .filter(({ origin }) => !["everything", "files", "memory"].includes(origin?.serverId ?? ""));
    const argsFor = (schema: string): Record<string, unknown> =>
      schema.includes('"anyOf"') ? { a: 1 } : schema.includes('"const"') ? { k: "b" } : {};
    for (const { name, origin, inputSchema } of scripted) {
      const result = await registry.dispatch(name, argsFor(JSON.stringify(inputSchema)));
      expect([result.serverId, result.toolName, result.output]).toEqual([
        origin?.serverId,
        origin?.serverToolName,
        origin?.serverToolName,
      ]);
    }
  }, 60_000);

  it("are refused by their own schema where the form for a provider could not say a rule", async () => {
    const folded = registry.list().find(({ inputSchema }) => inputSchema.anyOf !== undefined);
    await expect(registry.dispatch(folded?.name ?? "", {})).rejects.toMatchObject({
      code: "invalid_arguments",
      outcome: "not-sent",
    });
  });

  it("have the same names after a restart, and in any order of servers", async () => {
    const before = registry
      .list()
      .map(({ name, origin }) => `${name} ${origin?.serverId} ${origin?.serverToolName}`);
    const servers = oddFleet(folder).toReversed();
    await using other = createMcpTransportPool({ servers }, { sandbox });
    const again = createToolRegistry();
    await registerMcpTools(again, other);
    const after = again
      .list()
      .map(({ name, origin }) => `${name} ${origin?.serverId} ${origin?.serverToolName}`);
    expect(after.sort()).toEqual(before.sort());
  }, 120_000);
});
