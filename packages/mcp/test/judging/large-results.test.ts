import { createMcpTransportPool, memoryResultStore, resultReaderTool, withResultBudget } from "@x/mcp";
import { scriptedServerCommand } from "@x/mcp-testing";
import { hostSandbox } from "@x/sandbox-host";
import { toAiSdkOutput } from "@x/tools/ai-sdk";
import { toAnthropicToolResult } from "@x/tools/anthropic";
import { toOpenAiChatMessages, toOpenAiResponsesItems } from "@x/tools/openai";
import { afterAll, describe, expect, it } from "vitest";

const base64 = (text: string): string => Buffer.from(text, "latin1").toString("base64");
const png = base64("\x89PNG\r\n\x1a\n".padEnd(600, "p"));
const wav = base64("RIFF....WAVEfmt ".padEnd(600, "w"));
const pdf = base64("%PDF-1.7\n".padEnd(600, "f"));
const text = `begin ${"0123456789abcdef\n".repeat((5 * 1024 * 1024) / 17)} end`;
const structuredContent = { total: 3, rows: [1, 2, 3] };
const everything = {
  content: [
    { type: "text", text },
    { type: "image", data: png, mimeType: "image/png" },
    { type: "audio", data: wav, mimeType: "audio/wav" },
    { type: "resource_link", uri: "https://example.com/full", name: "full", mimeType: "text/html" },
    { type: "resource", resource: { uri: "file:///report.pdf", mimeType: "application/pdf", blob: pdf } },
  ],
  structuredContent,
};

/** A server whose answer is too long for an argument of a process makes it itself. */
const program = `
const { createInterface } = require("node:readline");
const text = "begin " + "0123456789abcdef\\n".repeat(${(5 * 1024 * 1024) / 17}) + " end";
const result = ${JSON.stringify({ ...everything, content: everything.content.slice(1) })};
result.content.unshift({ type: "text", text });
const answers = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "big", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "everything", inputSchema: { type: "object" } }] }),
  "tools/call": () => result,
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method] ? { result: answers[method](params) } : { error: { code: -32601, message: "no" } };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }) + "\\n");
});
`;

describe("five megabytes of text with a picture, a sound, a link, a PDF and structured content", () => {
  const store = memoryResultStore();
  const server = {
    kind: "stdio",
    serverId: "big",
    command: process.execPath,
    args: ["-e", program],
    era: "legacy",
  } as const;
  const pool = withResultBudget({ store })(
    createMcpTransportPool({ servers: [server] }, { sandbox: hostSandbox({ allowHostExecution: true }) }),
  );
  afterAll(() => pool.stop());
  const call = () => pool.callTool("big__everything", {}, { toolCallId: "c1" });

  it("reach each provider as the right parts, within the budget, with no base64 in a text", async () => {
    const result = await call();
    const forms = {
      chat: toOpenAiChatMessages([result]),
      responses: toOpenAiResponsesItems([result]),
      anthropic: toAnthropicToolResult(result),
      aiSdk: toAiSdkOutput(result),
    };
    for (const [name, form] of Object.entries(forms)) {
      const all = JSON.stringify(form);
      const media = name === "anthropic" ? [png, pdf] : [png, wav, pdf];
      for (const data of media) expect(all.split(data)).toHaveLength(2);
      const withoutMedia = media.reduce((rest, data) => rest.replace(data, ""), all);
      expect(withoutMedia.length).toBeLessThan(300 * 1024);
      for (const data of [png, wav, pdf]) expect(withoutMedia).not.toContain(data.slice(0, 40));
      for (const words of ["begin ", "[link to https://example.com/full", '\\"total\\":3'])
        expect(withoutMedia).toContain(words);
    }
    expect(JSON.stringify(forms.chat)).toMatch(/"type":"image_url".*"type":"input_audio".*"type":"file"/);
    expect(JSON.stringify(forms.responses)).toMatch(
      /"type":"input_image".*"type":"input_file".*"type":"input_audio"/,
    );
    expect(JSON.stringify(forms.anthropic)).toMatch(/"type":"image".*"type":"document"/);
    expect(JSON.stringify(forms.aiSdk)).toMatch(
      /"type":"image-data".*"type":"file-data".*"type":"file-data"/,
    );
  }, 60_000);

  it("are there in full in `raw`, and their text can be read back in pieces", async () => {
    const { output, content, raw } = await call();
    expect(raw).toEqual(everything);
    const [shown] = content;
    const ref = /"ref": "([^"]+)"/.exec(shown?.type === "text" ? shown.text : JSON.stringify(output))?.[1];
    const reader = resultReaderTool(store);
    let whole = "";
    for (let offset = 0; whole.length < 10 * 1024 * 1024; ) {
      const answer: string = String(await reader.execute({ ref, offset }));
      const end = answer.lastIndexOf("\n[");
      whole += answer.slice(0, end);
      const next = /offset (\d+)\]$/.exec(answer)?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(whole.startsWith(`${text}\n[image `)).toBe(true);
    expect(whole.endsWith(JSON.stringify(structuredContent))).toBe(true);
  }, 60_000);

  it("are small enough for nobody to notice where a server is an ordinary one", async () => {
    const small = { kind: "stdio", serverId: "small", ...scriptedServerCommand() } as const;
    await using other = withResultBudget({ store })(
      createMcpTransportPool({ servers: [small] }, { sandbox: hostSandbox({ allowHostExecution: true }) }),
    );
    const { raw, content } = await other.callTool("small__blocks", {});
    expect(content).toEqual(raw.content);
  });
});
