import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type McpConfigWatcher, type McpResolvedConfig, watchMcpConfig } from "@x/config";
import { createMcpTransportPool, type McpTransportPool } from "@x/mcp";
import { scriptedServerCommand } from "@x/mcp-testing";
import { hostSandbox } from "@x/sandbox-host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const server = (name: string): object => ({ kind: "stdio", ...scriptedServerCommand({ name }) });

describe("a watched file", () => {
  let folder: string;
  let file: string;
  let pool: McpTransportPool;
  const errors: unknown[] = [];
  const versions: McpResolvedConfig[] = [];

  const write = async (servers: object): Promise<void> => {
    // As editors do it.
    await writeFile(`${file}.new`, JSON.stringify({ servers }));
    await rename(`${file}.new`, file);
  };
  const watch = (): Promise<McpConfigWatcher> =>
    watchMcpConfig(file, {
      pool,
      debounceMs: 20,
      resolvers: { env: (name) => (name === "SET" ? "x" : undefined) },
      onChange: (version) => versions.push(version),
      onError: (error) => errors.push(error),
    });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "mcp-config-"));
    file = path.join(folder, "servers.json");
    pool = createMcpTransportPool({ servers: [] }, { sandbox: hostSandbox({ allowHostExecution: true }) });
    errors.length = 0;
    versions.length = 0;
  });

  afterEach(async () => {
    await pool.stop();
    await rm(folder, { recursive: true });
  });

  it("is not watched with a quiet time that is none", async () => {
    await write({});
    for (const debounceMs of [Number.NaN, -1, "200"])
      await expect(watchMcpConfig(file, { debounceMs: debounceMs as never })).rejects.toMatchObject({
        code: "config",
        pointer: "/debounceMs",
      });
  });

  it("goes on where what hears of versions and errors throws itself", async () => {
    await write({ a: server("one") });
    const uncaught: unknown[] = [];
    const others = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    const take = (error: unknown): void => void uncaught.push(error);
    process.on("uncaughtException", take);
    const heard: string[] = [];
    try {
      await using watcher = await watchMcpConfig(file, {
        pool,
        debounceMs: 20,
        onChange() {
          heard.push("version");
          throw new Error("mine");
        },
        onError() {
          heard.push("error");
          throw new Error("mine too");
        },
      });
      expect(watcher.lastError).toBeUndefined();
      await writeFile(file, "{ broken");
      await watcher.reload();
      await write({ a: server("two"), b: server("one") });
      await watcher.reload();
      expect(heard.filter((what) => what === "version").length).toBeGreaterThanOrEqual(2);
      expect(heard).toContain("error");
      expect(watcher.lastError).toBeUndefined();
      expect(pool.serverIds).toEqual(["a", "b"]);
      expect(uncaught).toEqual([new Error("mine"), new Error("mine too")]);
    } finally {
      process.off("uncaughtException", take);
      for (const other of others) process.on("uncaughtException", other);
    }
  });

  it("restarts only the server that changed", async () => {
    await write({ a: server("one"), b: server("one") });
    await using watcher = await watch();
    await pool.connect();
    const [a, b] = [pool.server("a"), pool.server("b")];
    await write({ a: server("one"), b: server("two"), c: server("one") });
    await expect.poll(() => versions.length, { timeout: 10_000 }).toBe(2);
    expect(pool.server("a")).toBe(a);
    expect(a?.state).toBe("connected");
    expect(b?.state).toBe("closed");
    expect(pool.serverIds).toEqual(["a", "b", "c"]);
    await watcher.reload();
    expect(pool.server("a")).toBe(a);
    expect(errors).toEqual([]);
  });

  it("that breaks changes nothing, and a server that breaks stays as it was", async () => {
    await write({ a: server("one"), b: server("one") });
    await using watcher = await watch();
    const ids = pool.serverIds;
    const [a, b] = ids.map((id) => pool.server(id));
    await writeFile(file, '{ "servers": ');
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(watcher.lastError).toMatchObject({ code: "config", file, line: 1 });
    await write({ a: { kind: "stdio" }, b: { ...server("one"), env: { X: "${NOT_SET}" } } });
    await expect.poll(() => versions.length, { timeout: 10_000 }).toBe(2);
    expect(versions[1]?.errors.map(({ serverId }) => serverId)).toEqual(["a", "b"]);
    expect([pool.server("a"), pool.server("b")]).toEqual([a, b]);
    expect(watcher.lastError).toBeUndefined();
    await write({ b: server("one") });
    await expect.poll(() => pool.serverIds, { timeout: 10_000 }).toEqual(["b"]);
    expect(pool.server("b")).toBe(b);
  });

  it("that cannot be read at first is an error, and nothing is left watching", async () => {
    await expect(watch()).rejects.toMatchObject({ code: "config", file });
  });

  it("is not followed once its watcher is closed", async () => {
    await write({ a: server("one") });
    const watcher = await watch();
    await watcher.close();
    await watcher.close();
    await write({});
    await watcher.reload();
    expect(pool.serverIds).toEqual(["a"]);
  });
});
