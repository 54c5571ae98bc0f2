import { inspect } from "node:util";
import { type McpConfigInput, parseMcpConfig } from "@x/config";
import { describe, expect, it } from "vitest";

const text = JSON.stringify({
  inputs: [
    { id: "key", type: "promptString", description: "The key", password: true },
    {
      id: "region",
      type: "pickString",
      options: ["eu", { label: "America", value: "us" }, 7],
      default: "eu",
    },
    { type: "promptString" },
    "no input",
  ],
  servers: {
    one: { type: "stdio", command: "one", env: { KEY: "${input:key}", REGION: "${input:region}" } },
    two: { type: "stdio", command: "two", args: ["${input:key}", "$CRED{vault}", "${input:unheard}"] },
    three: { type: "http", url: "https://example.com/${input:region}", headers: { x: "$CRED{vault}" } },
    plain: { type: "stdio", command: "plain" },
  },
});

describe("what a file asks a person for", () => {
  it("is known before anybody is asked", async () => {
    expect((await parseMcpConfig(text)).inputs).toEqual([
      { id: "key", type: "promptString", description: "The key", password: true },
      { id: "region", type: "pickString", default: "eu", options: ["eu", "us"] },
    ]);
    expect((await parseMcpConfig(`{ "mcp": ${text} }`)).inputs).toHaveLength(2);
    expect((await parseMcpConfig("mcp_servers: []")).inputs).toEqual([]);
  });

  it("is asked once, with what the file says of it, however many servers want it", async () => {
    const asked: [string, McpConfigInput | undefined][] = [];
    const looked: string[] = [];
    const { servers, errors } = await (await parseMcpConfig(text)).resolve({
      async input(id, input) {
        asked.push([id, input]);
        return `answer-${id}`;
      },
      credential(name) {
        looked.push(name);
        return `credential-${name}`;
      },
    });
    expect(errors).toEqual([]);
    expect(servers).toHaveLength(4);
    expect(asked.map(([id, input]) => [id, input?.type]).sort()).toEqual([
      ["key", "promptString"],
      ["region", "pickString"],
      ["unheard", undefined],
    ]);
    expect(looked).toEqual(["vault"]);
    expect(servers[1]).toMatchObject({ args: ["answer-key", "credential-vault", "answer-unheard"] });
  });
});

it("a resolver that fails costs the servers that need it, and no other; its error is the cause", async () => {
  const failure = new Error("the vault is sealed");
  const { servers, errors } = await (await parseMcpConfig(text)).resolve({
    input: (id) => `answer-${id}`,
    credential() {
      throw failure;
    },
  });
  expect(servers.map(({ serverId }) => serverId)).toEqual(["one", "plain"]);
  expect(errors.map(({ serverId, cause }) => [serverId, cause])).toEqual([
    ["two", failure],
    ["three", failure],
  ]);
  expect(errors[0]?.message).toContain('/servers/two/args/1: the resolver `credential` failed for "vault"');
});

it("a file of variables is printed by its name", async () => {
  const file = { servers: { one: { type: "stdio", command: "one", envFile: "fixtures/local.env" } } };
  const config = await parseMcpConfig(JSON.stringify(file), { baseDir: import.meta.dirname });
  const { servers } = await config.resolve();
  expect(servers[0]).toMatchObject({ env: { SECRET: "s3cret-file" } });
  expect(servers[0]).not.toHaveProperty("envFile");
  const printed = [inspect(config), JSON.stringify(config), inspect(servers)].join();
  expect(printed).toContain("fixtures/local.env");
  expect(printed).not.toContain("s3cret-file");
});
