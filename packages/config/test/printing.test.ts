import { inspect } from "node:util";
import { parseMcpConfig } from "@x/config";
import { describe, expect, it } from "vitest";

const text = `
servers:
  files:
    kind: stdio
    command: npx
    args: [--api-key, literal-argument, --token=literal-option, --verbose, "--key=\${KEY}"]
    env: { PASSWORD: literal-env, SHOWN: "\${KEY}" }
    install: { command: npm i x, env: { NPM_TOKEN: literal-install } }
  search:
    kind: http
    url: https://search.example.com
    headers: { authorization: Bearer literal-header }
    auth: { mode: basic, username: ann, password: literal-password }
`;

describe("a printed configuration", () => {
  it("has stars for literal values that may be secrets, and placeholders as they are written", async () => {
    const config = await parseMcpConfig(text, { format: "yaml" });
    const resolved = await config.resolve({ env: () => "looked-up" });
    for (const printed of [
      inspect(config, { depth: 9 }),
      JSON.stringify(resolved),
      inspect(resolved.servers),
    ]) {
      expect(printed).not.toMatch(/literal|looked-up/);
      expect(printed).toContain("***");
    }
    expect(JSON.stringify(config)).toContain('"--key=${KEY}"');
    expect(JSON.stringify(config)).toContain('"username":"ann"');
    expect(JSON.stringify(resolved.servers)).toContain("looked-up");
  });
});

describe("a resolver", () => {
  it("is asked for nothing before the configuration is resolved, and may be missing", async () => {
    const config = await parseMcpConfig(text, { format: "yaml" });
    const { servers, errors } = await config.resolve();
    expect(servers.map(({ serverId }) => serverId)).toEqual(["search"]);
    expect(
      errors.map(({ serverId, message }) => [serverId, /variable KEY is not set/.test(message)]),
    ).toEqual([["files", true]]);
  });

  it("leaves paths of a sandbox alone where it is told to", async () => {
    const paths = "servers: { a: { kind: stdio, command: ./run, cwd: data } }";
    const config = await parseMcpConfig(paths, { format: "yaml", baseDir: "/etc/agent" });
    expect((await config.resolve()).servers).toMatchObject([
      { command: "/etc/agent/run", cwd: "/etc/agent/data" },
    ]);
    expect((await config.resolve({ resolvePaths: false })).servers).toMatchObject([
      { command: "./run", cwd: "data" },
    ]);
  });
});
