import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileStore } from "@x/auth";
import { keyValueStoreContract } from "@x/auth/testkit";
import { memoryStore } from "@x/mcp-core";
import { describe, test } from "vitest";

describe("memoryStore", () => {
  for (const { name, options, run } of keyValueStoreContract(() => ({ store: memoryStore() })))
    test(name, options, run);
});

describe("fileStore", () => {
  const make = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "store-"));
    return {
      store: fileStore({ folder: path.join(folder, "credentials") }),
      peer: fileStore({ folder: path.join(folder, "credentials") }),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    };
  };
  for (const { name, options, run } of keyValueStoreContract(make, { peers: true })) test(name, options, run);
});
