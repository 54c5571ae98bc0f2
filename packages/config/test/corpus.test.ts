import { readFileSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { readMcpConfig } from "@x/config";
import { createMcpTransportPool } from "@x/mcp";
import { checkHttpConfig } from "@x/mcp-http/config";
import { checkStdioConfig } from "@x/mcp-stdio/config";
import { hostSandbox } from "@x/sandbox-host";
import { describe, expect, it } from "vitest";
import {
  type CorpusOutcome,
  corpusFiles,
  corpusFolder,
  readCorpusFile,
  resolvers,
  secrets,
} from "./fixtures/read-corpus-file.ts";

/** Read through and agreed to, file by file. */
const expected: Readonly<Record<string, CorpusOutcome>> = JSON.parse(
  readFileSync(path.join(corpusFolder, "expected.json"), "utf8"),
);
const files = corpusFiles();
const readable = files.filter((name) => expected[name]?.refused === undefined);

describe("a file of the corpus", () => {
  it("is known, each of them, and there are more than forty", () => {
    expect(files).toEqual(Object.keys(expected));
    expect(files.length).toBeGreaterThan(40);
  });

  it.each(files)("%s gives the servers and the words that are expected", async (name) => {
    expect(await readCorpusFile(name)).toEqual(expected[name]);
  });

  it.each(readable)("%s declares what the transports take", async (name) => {
    for (const server of expected[name]?.servers ?? [])
      if (server.kind === "stdio") checkStdioConfig(server);
      else checkHttpConfig(server);
  });

  it.each(readable)("%s shows no value that was looked up when it is printed", async (name) => {
    const config = await readMcpConfig(path.join(corpusFolder, name));
    const resolved = await config.resolve(resolvers);
    const printed = [config, resolved, resolved.servers, resolved.errors, config.problems].flatMap(
      (value) => [inspect(value, { depth: 9 }), JSON.stringify(value === resolved.servers ? [] : value)],
    );
    for (const secret of secrets) expect(printed.join("\n")).not.toContain(secret);
  });

  it.each(readable)("%s changes nothing in a pool when it is read a second time", async (name) => {
    const read = async () =>
      (await (await readMcpConfig(path.join(corpusFolder, name))).resolve(resolvers)).servers;
    await using pool = createMcpTransportPool(
      { servers: await read() },
      // Nothing is started, so no policy needs more than the word.
      {
        sandbox: { ...hostSandbox({ allowHostExecution: true }), isolation: "remote" },
        http: { authorize: () => (next) => next },
      },
    );
    const before = pool.serverIds.map((id) => pool.server(id));
    await pool.reconfigure(await read());
    expect(pool.serverIds.map((id) => pool.server(id))).toEqual(before);
    expect(pool.serverIds.every((id, index) => pool.server(id) === before[index])).toBe(true);
  });
});
