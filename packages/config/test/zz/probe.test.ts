import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { parseMcpConfig, parseMcpServersEnv, readMcpAgents, readMcpConfig, watchMcpConfig } from "@x/config";
import { isMcpError } from "@x/mcp-core";
import { test } from "vitest";

const S = (o: object) => JSON.stringify(o);
const deep = (n: number, o: string, c: string) => o.repeat(n) + c.repeat(n);
const lol = [
  "a: &a [x,x,x,x,x,x,x,x,x,x]",
  ...Array.from(
    { length: 9 },
    (_, i) => `${"bcdefghij"[i]}: &${"bcdefghij"[i]} [${Array(10).fill(`*${"abcdefghi"[i]}`).join(",")}]`,
  ),
  "mcp_servers: *j",
].join("\n");
const cases: Record<string, [string, object?]> = {
  "yaml anchors": ["mcpServers:\n  a: &x {command: node, env: {A: b}}\n  b: *x\n", { format: "yaml" }],
  "yaml merge keys": [
    "x: &x {command: node}\nmcpServers:\n  a:\n    <<: *x\n    args: [a]\n",
    { format: "yaml" },
  ],
  "yaml merge list": [
    "x: &x {command: node}\ny: &y {args: [q]}\nmcpServers:\n  a:\n    <<: [*x, *y]\n",
    { format: "yaml" },
  ],
  "billion laughs": [lol, { format: "yaml" }],
  "yaml cycle": ["mcpServers: &m\n  a: *m\n", { format: "yaml" }],
  "yaml cycle in env": ["mcpServers:\n  a: &a {command: node, env: *a}\n", { format: "yaml" }],
  "yaml cycle list": ["mcp_servers: &m\n  - *m\n", { format: "yaml" }],
  "yaml cycle auth": [
    "mcpServers:\n  a:\n    url: https://x.example\n    auth: &a {mode: custom, x: *a}\n",
    { format: "yaml" },
  ],
  "yaml cycle install": [
    "servers:\n  a:\n    kind: stdio\n    command: x\n    install: &a {command: y, env: *a}\n",
    { format: "yaml" },
  ],
  "yaml dup keys": ["mcpServers:\n  a: {command: x}\n  a: {command: y}\n", { format: "yaml" }],
  "yaml multi docs": [
    "mcpServers: {a: {command: x}}\n---\nmcpServers: {b: {command: y}}\n",
    { format: "yaml" },
  ],
  "yaml tag js": ["mcpServers: {a: {command: !!js/function 'x'}}", { format: "yaml" }],
  "yaml binary": ["mcpServers: {a: {command: !!binary aGVsbG8=}}", { format: "yaml" }],
  "yaml timestamp": [
    "mcpServers: {a: {command: x, env: {D: 2020-01-01, N: .inf, H: 0x10, O: 0o7, T: yes, Z: ~}}}",
    { format: "yaml" },
  ],
  "yaml set": ["mcpServers: {a: {command: x, args: !!set {a, b}}}", { format: "yaml" }],
  "yaml omap": ["mcpServers: !!omap [a: {command: x}]", { format: "yaml" }],
  "yaml num key": [
    "mcpServers: {1: {command: x}, true: {command: y}, null: {command: z}}",
    { format: "yaml" },
  ],
  "yaml map key": ["mcpServers: {? {a: b} : {command: x}}", { format: "yaml" }],
  "yaml tabs": ["mcpServers:\n\ta: {command: x}", { format: "yaml" }],
  "yaml bom": ["\uFEFFmcpServers: {a: {command: x}}", { format: "yaml" }],
  "yaml crlf": ["mcpServers:\r\n  a:\r\n    command: x\r\n", { format: "yaml" }],
  "yaml nul": ['mcpServers: {a: {command: "x\\0y"}}', { format: "yaml" }],
  "yaml raw nul": ["mcpServers: {a: {command: x\0y}}", { format: "yaml" }],
  "yaml bigint": ["mcpServers: {a: {command: x, timeout: 99999999999999999999999}}", { format: "yaml" }],
  "yaml __proto__": ["mcpServers: {__proto__: {command: x}, constructor: {command: y}}", { format: "yaml" }],
  "yaml alias undefined": ["mcpServers: *nope", { format: "yaml" }],
  "yaml deep": [`mcpServers: ${deep(3000, "[", "]")}`, { format: "yaml" }],
  "yaml deep map": [`mcpServers: {a: {command: x, env: ${deep(2000, "{a: ", "}")}}}`, { format: "yaml" }],
  "yaml %directive": ["%YAML 1.1\n---\nmcpServers: {a: {command: x, env: {Y: yes}}}", { format: "yaml" }],
  "yaml comment only": ["# hi", { format: "yaml" }],
  "json deep": [
    `{"mcpServers":{"a":{"command":"x","env":${deep(5000, '{"a":', "}").replace(":}", ":1}")}}}}`,
    { format: "json" },
  ],
  "json deep list": [`{"mcpServers":${deep(100000, "[", "]")}}`, { format: "json" }],
  "json deep in auth": [
    `{"mcpServers":{"a":{"url":"https://x.example","auth":{"mode":"x","y":${deep(6000, "[", "]")}}}}}`,
    { format: "json" },
  ],
  "json __proto__": ['{"mcpServers":{"__proto__":{"command":"x"}}}', {}],
  "json __proto__ env": [
    '{"mcpServers":{"a":{"command":"x","env":{"__proto__":"y","constructor":"z"}}}}',
    {},
  ],
  "json __proto__ top": ['{"__proto__":{"mcpServers":{"a":{"command":"x"}}}}', {}],
  "json __proto__ entry": ['{"mcpServers":{"a":{"__proto__":{"command":"x"}}}}', {}],
  "json dup": ['{"mcpServers":{"a":{"command":"x","command":"y"}}}', {}],
  "json dup escaped": ['{"mcpServers":{"a":{"command":"x","comman\\u0064":"y"}}}', {}],
  "json bom": ['\uFEFF{"mcpServers":{"a":{"command":"x"}}}', {}],
  "json two bom": ['\uFEFF\uFEFF{"mcpServers":{"a":{"command":"x"}}}', {}],
  "json nul": [
    '{"mcpServers":{"a":{"command":"x\\u0000y","args":["\\u0000"],"env":{"A":"\\u0000"},"cwd":"/a\\u0000b"}}}',
    {},
  ],
  "json nul key env": ['{"mcpServers":{"a":{"command":"x","env":{"A\\u0000":"b"}}}}', {}],
  "env name =": ['{"mcpServers":{"a":{"command":"x","env":{"A=B":"b","":"c"}}}}', {}],
  "lone surrogate": ['{"mcpServers":{"a":{"command":"x","args":["\\ud800"]}}}', {}],
  "name surrogate": ['{"mcpServers":{"\\ud800":{"command":"x"}}}', {}],
  "name empty": ['{"mcpServers":{"":{"command":"x"}}}', {}],
  "name dot": ['{"mcpServers":{"..":{"command":"x"},"a/b":{"command":"x"},"a__b":{"command":"x"}}}', {}],
  "name rtl": ['{"mcpServers":{"a\u202Eb":{"command":"x"}}}', {}],
  "name long": [S({ mcpServers: { ["n".repeat(129)]: { command: "x" } } }), {}],
  "command empty": ['{"mcpServers":{"a":{"command":""}}}', {}],
  "command spaces": ['{"mcpServers":{"a":{"command":"   "}}}', {}],
  "command list empty": ['{"mcpServers":{"a":{"command":[]}}}', {}],
  "command list nested": ['{"mcpServers":{"a":{"command":[["x"]]}}}', {}],
  "command null": ['{"mcpServers":{"a":{"command":null}}}', {}],
  "args string": ['{"mcpServers":{"a":{"command":"x","args":"y z"}}}', {}],
  "args null": ['{"mcpServers":{"a":{"command":"x","args":null}}}', {}],
  "args nested": ['{"mcpServers":{"a":{"command":"x","args":[["y"]]}}}', {}],
  "env list": ['{"mcpServers":{"a":{"command":"x","env":["A=b"]}}}', {}],
  "env null": ['{"mcpServers":{"a":{"command":"x","env":null}}}', {}],
  "env null value": ['{"mcpServers":{"a":{"command":"x","env":{"A":null}}}}', {}],
  "timeout 0": ['{"mcpServers":{"a":{"command":"x","timeout":0}}}', {}],
  "timeout -1": ['{"mcpServers":{"a":{"command":"x","timeout":-1}}}', {}],
  "timeout 1e400": ['{"mcpServers":{"a":{"command":"x","timeout":1e400}}}', {}],
  "timeout text": ['{"mcpServers":{"a":{"command":"x","timeout":"60"}}}', {}],
  "timeout huge": ['{"servers":{"a":{"kind":"stdio","command":"x","callTimeoutMs":1e300}}}', {}],
  "timeout frac": ['{"servers":{"a":{"kind":"stdio","command":"x","callTimeoutMs":0.5}}}', {}],
  "yaml nan": ["servers: {a: {kind: stdio, command: x, callTimeoutMs: .nan}}", { format: "yaml" }],
  "yaml inf": ["servers: {a: {kind: stdio, command: x, callTimeoutMs: .inf}}", { format: "yaml" }],
  "backoff 0": ['{"servers":{"a":{"kind":"stdio","command":"x","backoff":{"maxAttempts":0}}}}', {}],
  "url bad": ['{"mcpServers":{"a":{"url":"nope"}}}', {}],
  "url file": ['{"mcpServers":{"a":{"url":"file:///etc/passwd"}}}', {}],
  "url js": ['{"mcpServers":{"a":{"url":"javascript:alert(1)"}}}', {}],
  "url user": ['{"mcpServers":{"a":{"url":"https://u:p@h.example/mcp"}}}', {}],
  "url placeholder": ['{"mcpServers":{"a":{"url":"${U}"}}}', {}],
  "url lf": ['{"mcpServers":{"a":{"url":"https://h.example/a\\nb"}}}', {}],
  "header lf": ['{"mcpServers":{"a":{"url":"https://h.example","headers":{"x":"a\\r\\nb: c"}}}}', {}],
  "header name lf": ['{"mcpServers":{"a":{"url":"https://h.example","headers":{"x\\r\\ny":"a"}}}}', {}],
  "header name space": ['{"mcpServers":{"a":{"url":"https://h.example","headers":{"x y":"a"}}}}', {}],
  "header unicode": ['{"mcpServers":{"a":{"url":"https://h.example","headers":{"x":"é日本"}}}}', {}],
  "placeholder nested": ['{"mcpServers":{"a":{"command":"x","args":["${A:-${B}}"]}}}', {}],
  "placeholder in placeholder value": ['{"mcpServers":{"a":{"command":"x","args":["${INJ}"]}}}', {}],
  "placeholder open": ['{"mcpServers":{"a":{"command":"x","args":["${A","$CRED{","${}"]}}}', {}],
  "placeholder proto": [
    '{"mcpServers":{"a":{"command":"x","args":["${__proto__}","${constructor}","${toString}"]}}}',
    {},
  ],
  "placeholder key": ['{"mcpServers":{"a":{"command":"x","env":{"${A}":"b"}}}}', {}],
  "placeholder many": [S({ mcpServers: { a: { command: "x", args: ["${A:-x}".repeat(20000)] } } }), {}],
  "placeholder redos": [S({ mcpServers: { a: { command: "x", args: ["${".repeat(50000)] } } }), {}],
  "placeholder redos2": [
    S({ mcpServers: { a: { command: "x", args: ["$CRED{".repeat(50000) + "}"] } } }),
    {},
  ],
  "placeholder redos3": [S({ mcpServers: { a: { command: "x", args: ["$${".repeat(50000)] } } }), {}],
  "kind proto": ['{"mcpServers":{"a":{"type":"__proto__","command":"x"}}}', {}],
  "kind constructor": ['{"mcpServers":{"a":{"type":"constructor","command":"x"}}}', {}],
  "kind list": ['{"mcpServers":{"a":{"type":["stdio"],"command":"x"}}}', {}],
  both: ['{"mcpServers":{"a":{"type":"stdio","transport":"http","command":"x"}}}', {}],
  "many servers": [
    S({
      mcpServers: Object.fromEntries(Array.from({ length: 20000 }, (_, i) => [`s${i}`, { command: "x" }])),
    }),
    {},
  ],
  "many bad servers": [
    S({ mcpServers: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`s${i}`, { comand: "x" }])) }),
    {},
  ],
  "many bad servers yaml": [
    `mcpServers:\n${Array.from({ length: 5000 }, (_, i) => `  s${i}: {comand: x}`).join("\n")}`,
    { format: "yaml" },
  ],
  "long list bad": [
    S({ mcp_servers: Array.from({ length: 5000 }, () => ({ name: "a", command: "x" })) }),
    {},
  ],
  "top string": ['"hi"', {}],
  "top number": ["7", {}],
  empty: ["", {}],
  space: ["   \n", {}],
  null: ["null", {}],
  garbage: ["\x01\x02\x03", {}],
  html: ["<!doctype html><html></html>", {}],
  utf16: ['\uFFFE{\0"\0', {}],
  "agents proto": ["agents: {__proto__: {mcp_servers: []}}", { format: "yaml" }],
  "agents missing": ["agents: {a: {mcp_servers: []}}", { format: "yaml", agent: "__proto__" }],
  "agents null": ["agents: {a: null}", { format: "yaml" }],
  "mcp_servers map": ["mcp_servers: {a: {command: x}}", { format: "yaml" }],
  "mcp_servers null": ["mcp_servers:", { format: "yaml" }],
  "agents mcp null": ["agents: {a: {mcp_servers: }}", { format: "yaml" }],
  "disabled text": ['{"mcpServers":{"a":{"command":"x","disabled":"false"}}}', {}],
  "disabled both": ['{"mcpServers":{"a":{"command":"x","disabled":true,"enabled":true}}}', {}],
  "allowed text": ['{"mcpServers":{"a":{"command":"x","allowedTools":"x"}}}', {}],
  "allowed empty": ['{"mcpServers":{"a":{"command":"x","allowedTools":[]}}}', {}],
  "allowed slash": ['{"mcpServers":{"a":{"command":"x","allowedTools":["b/c","**","a/*"]}}}', {}],
  comments: ['/* a */ {// x\n "mcpServers": {"a": {"command": "x",},},}', {}],
  "comment unclosed": ['{"mcpServers": {} /* ', {}],
  "single quotes": ["{'mcpServers': {}}", {}],
  "hash comment json": ['# c\n{"mcpServers":{"a":{"command":"x"}}}', {}],
  "envFile proto": ['{"mcpServers":{"a":{"command":"x","envFile":"/dev/zero"}}}', {}],
  "envFile dir": ['{"mcpServers":{"a":{"command":"x","envFile":"/proc/self/mem"}}}', {}],
  "envFile nul": ['{"mcpServers":{"a":{"command":"x","envFile":"a\\u0000b"}}}', {}],
  "envFile list": ['{"mcpServers":{"a":{"command":"x","envFile":["a"]}}}', {}],
  "inputs odd": ['{"inputs":{"a":1},"servers":{"a":{"type":"stdio","command":"${input:x}"}}}', {}],
};
test("parse", async () => {
  for (const [name, [text, options]] of Object.entries(cases)) {
    const t0 = performance.now();
    let out: string;
    try {
      const c = await parseMcpConfig(text, { file: undefined, ...options });
      const r = await c.resolve({
        env: (n) => (({ INJ: "${SECRET} $CRED{x}", U: "javascript:x" }) as any)[n],
      });
      const printed =
        inspect(c, { depth: 9 }).length + JSON.stringify(c).length + JSON.stringify(r.servers).length;
      out = `ok servers=${r.servers.length} errors=${r.errors.length} printed=${printed} ${JSON.stringify(r.servers[0] ?? null).slice(0, 160)} || ${r.errors[0]?.message.slice(0, 200) ?? ""} || w:${c.warnings[0]?.message.slice(0, 80) ?? ""}`;
    } catch (e: any) {
      out = `${isMcpError(e) ? "McpError" : "!!! RAW"} ${e?.message?.slice(0, 220)}${isMcpError(e) ? "" : e?.stack?.slice(0, 300)}`;
    }
    const ms = performance.now() - t0;
    console.log(`@@ ${name} :: ${ms > 1000 ? `SLOW ${ms | 0}ms ` : ""}${out}`);
  }
  if (({} as any).command !== undefined) console.log("@@ POLLUTED");
}, 300000);
test("files", async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "b56-"));
  symlinkSync("loop-b", path.join(dir, "loop-a"));
  symlinkSync("loop-a", path.join(dir, "loop-b"));
  mkdirSync(path.join(dir, "folder.json"));
  writeFileSync(path.join(dir, "big.json"), "{");
  truncateSync(path.join(dir, "big.json"), 50 * 1024 * 1024);
  writeFileSync(path.join(dir, "big.yaml"), `mcpServers:\n${"  # x\n".repeat(9_000_000)}`);
  writeFileSync(path.join(dir, "utf16.json"), Buffer.from('{"mcpServers":{}}', "utf16le"));
  writeFileSync(path.join(dir, "latin1.json"), Buffer.from('{"mcpServers":{"a":{"command":"é"}}}', "latin1"));
  for (const f of [
    "loop-a",
    "folder.json",
    "big.json",
    "big.yaml",
    "nope.json",
    "utf16.json",
    "latin1.json",
    "",
    "\0",
    "/dev/null",
  ]) {
    for (const [w, fn] of [
      ["read", readMcpConfig],
      ["agents", readMcpAgents],
    ] as const) {
      const t0 = performance.now();
      const e: any = await (fn as any)(f === "" ? "" : f.startsWith("/") ? f : path.join(dir, f)).then(
        (x: any) => x,
        (e: unknown) => e,
      );
      console.log(
        `@@ file ${w} ${JSON.stringify(f)} :: ${(performance.now() - t0) | 0}ms ${isMcpError(e) ? `McpError ${e.message.slice(0, 200)}` : e instanceof Error ? `!!! RAW ${e.stack}` : `ok ${JSON.stringify(e).slice(0, 200)}`}`,
      );
    }
  }
  rmSync(dir, { recursive: true, force: true });
}, 300000);
