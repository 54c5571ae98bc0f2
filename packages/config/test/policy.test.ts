import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseMcpConfig, watchMcpConfig } from "@x/config";
import { createMcpTransportPool } from "@x/mcp";
import { isolationLevels } from "@x/sandbox/policy";
import { hostSandbox } from "@x/sandbox-host";
import { describe, expect, it } from "vitest";
import { isolationLevels as known } from "../src/schema/isolation-level.ts";

const sandbox = hostSandbox({ allowHostExecution: true });

describe("the policy of a file", () => {
  it("knows the levels that sandboxes have, in their order", () => {
    expect(known).toEqual(isolationLevels);
  });

  it("is kept by a pool that is given its servers: nothing weaker is started", async () => {
    const text = "policy: { minimumIsolation: container }\nservers: { a: { kind: stdio, command: node } }";
    const { servers } = await (await parseMcpConfig(text)).resolve();
    expect(() => createMcpTransportPool({ servers }, { sandbox })).toThrow(
      expect.objectContaining({ code: "policy" }),
    );
  });

  it("is left alone where it is an agent's own key", async () => {
    const text = "agents: { a: { policy: strict, mcp_servers: [{ name: s, command: node }] } }";
    const { servers, problems, policy } = await parseMcpConfig(text);
    expect([servers.length, problems, policy]).toEqual([1, [], undefined]);
  });

  it("is printed with the rest", async () => {
    const config = await parseMcpConfig("policy: { network: none }\nservers: {}");
    expect(JSON.parse(JSON.stringify(config))).toMatchObject({ policy: { network: "none" } });
    expect(JSON.parse(JSON.stringify(await config.resolve()))).toMatchObject({ policy: { network: "none" } });
  });

  it("holds at once for a server that keeps its last good declaration", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "policy-"));
    try {
      const file = path.join(folder, "servers.yaml");
      await writeFile(file, "servers: { a: { kind: stdio, command: node } }");
      await using watcher = await watchMcpConfig(file);
      expect(watcher.current.servers[0]).not.toHaveProperty("policy");
      await writeFile(
        file,
        "policy: { network: none }\nservers: { a: { kind: stdio, command: node, args: wrong } }",
      );
      await watcher.reload();
      expect(watcher.current.errors).toHaveLength(1);
      expect(watcher.current.servers).toEqual([
        { kind: "stdio", serverId: "a", command: "node", policy: { network: "none" } },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
