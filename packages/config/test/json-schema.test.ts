import { readFile } from "node:fs/promises";
import { mcpServersJsonSchema } from "@x/config";
import { describe, expect, it } from "vitest";
import { z } from "zod";

describe("the JSON Schema for editors", () => {
  it("is published as the code makes it", async () => {
    const published = await readFile(new URL("../schema/mcp-servers.schema.json", import.meta.url), "utf8");
    expect(JSON.parse(published)).toEqual(await mcpServersJsonSchema());
  });

  it("accepts what is read, and refuses what is not", async () => {
    const schema = z.fromJSONSchema(await mcpServersJsonSchema());
    const full = new URL("corpus/native/all-keys.json", import.meta.url);
    expect(schema.safeParse(JSON.parse(await readFile(full, "utf8"))).success).toBe(true);
    expect(schema.safeParse({ servers: { a: { kind: "stdio", command: "npx", argz: [] } } }).success).toBe(
      false,
    );
    expect(schema.safeParse({ servers: { a: { kind: "stdio" } } }).success).toBe(false);
    const policy = (value: object) => schema.safeParse({ policy: value, servers: {} }).success;
    expect(policy({ minimumIsolation: "container", network: "none" })).toBe(true);
    expect(policy({ minimumIsolation: "strong" })).toBe(false);
  });

  it("tells of every key what it is for and what to write", async () => {
    const text = JSON.stringify(await mcpServersJsonSchema());
    for (const key of ["command", "install", "egress", "backoff", "allowedTools"])
      expect(text).toMatch(new RegExp(`"${key}":\\{[^}]*"description":"[^"]+Write `));
  });
});
