import { inspect } from "node:util";
import { parseMcpConfig } from "@x/config";
import { ConfigError } from "@x/mcp-core";
import { checkHttpConfig } from "@x/mcp-http/config";
import { checkStdioConfig } from "@x/mcp-stdio/config";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const keys = [
  "command",
  "args",
  "env",
  "cwd",
  "url",
  "serverUrl",
  "headers",
  "egress",
  "auth",
  "oauth",
  "bearerToken",
  "kind",
  "type",
  "transport",
  "timeout",
  "disabled",
  "enabled",
  "install",
  "backoff",
  "allowedTools",
  "image",
  "name",
  "serverId",
  "__proto__",
  "toString",
];
const texts = [
  "stdio",
  "http",
  "sse",
  "npx",
  "https://a.example.com",
  "https://a.example.com/b\nc",
  "db.internal:8443",
  "npx -y server",
  "a\0b",
  "x\r\ny",
  "é日",
  "${SECRET}",
  "$CRED{x}",
  "${input:y}",
  "${",
  "$${A}",
  "~/x",
  "./y",
  "oauth",
  "",
];
const value = fc.oneof(
  fc.constantFrom<unknown>(...texts, true, false, null, 0, -1, 5),
  fc.string({ maxLength: 8 }),
  fc.array(fc.constantFrom<unknown>(...texts, 7, null), { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom(
      "A",
      "token",
      "clientId",
      "mode",
      "command",
      "allow",
      "toString",
      "",
      "B=C",
      "x y",
      "Host",
      "X\0",
    ),
    fc.constantFrom<unknown>(...texts, 1, null),
    { maxKeys: 3 },
  ),
);
const entry = fc.oneof(fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 6 }), value);
const names = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "constructor", "a/b"),
  fc.string({ maxLength: 5 }),
);
const top = fc.constantFrom("servers", "mcpServers", "mcp_servers", "mcp", "agents", "other");
const document = fc.dictionary(
  top,
  fc.oneof(fc.dictionary(names, entry, { maxKeys: 4 }), fc.array(entry, { maxLength: 4 }), value),
  { maxKeys: 2 },
);

describe("whatever stands in a file", () => {
  it("gives servers that their transports take, and errors with their place, and shows no secret", async () => {
    await fc.assert(
      fc.asyncProperty(document, async (content) => {
        const config = await parseMcpConfig(JSON.stringify(content), { file: "f.json" }).catch(
          (error: unknown) => {
            expect(error).toBeInstanceOf(ConfigError);
            return undefined;
          },
        );
        if (config === undefined) return;
        const found = await config.resolve({
          env: () => "s3cret-value",
          credential: () => "s3cret-value",
          input: () => "s3cret-value",
        });
        for (const error of found.errors)
          expect(error).toMatchObject({ file: "f.json", line: 1, code: "config" });
        const shown = inspect([config, found], { depth: 9 }) + JSON.stringify([config, found]);
        expect(shown + found.errors.map(String).join()).not.toContain("s3cret-value");
        for (const server of found.servers) {
          if (server.kind === "stdio") checkStdioConfig(server);
          else checkHttpConfig(server);
        }
      }),
      { numRuns: 400 },
    );
  });
});
