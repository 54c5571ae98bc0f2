import { createMcpTransportPoolFromTransports } from "@x/pool";
import { createToolRegistry, defineTool, registerMcpTools, type ToolRegistryPort } from "@x/tools";
import { toAiSdkTools } from "@x/tools/ai-sdk";
import { generateText, stepCountIs, type ToolSet } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { fakePort, fakeTool } from "../fixtures/fake-port.ts";
import { mediaContent, pdf, png, wav } from "../fixtures/media-result.ts";
import { oddSchemas } from "../fixtures/odd-schemas.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls each of these once, and then says "done". */
function modelCalling(calls: readonly { readonly toolName: string; readonly input: object }[]) {
  let turn = 0;
  const doGenerate = async (): Promise<object> => {
    turn++;
    if (turn > 1)
      return {
        content: [{ type: "text", text: "done" }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      };
    const content = calls.map(({ toolName, input }, index) => ({
      type: "tool-call",
      toolCallId: `c${index}`,
      toolName,
      input: JSON.stringify(input),
    }));
    return { content, finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
  };
  return { doGenerate: doGenerate as never };
}

async function oddRegistry(): Promise<{
  readonly registry: ToolRegistryPort;
  readonly sent: Map<string, unknown>;
}> {
  const sent = new Map<string, unknown>();
  const port = fakePort(
    "odd",
    Object.values(oddSchemas).map(({ schema }, index) => fakeTool(`tool.${index}`, { inputSchema: schema })),
  );
  port.onCall = async (name, args) => {
    sent.set(name, args);
    return { content: [{ type: "text", text: `ran ${name}` }] };
  };
  const registry = createToolRegistry();
  await registerMcpTools(registry, port);
  return { registry, sent };
}

describe("the AI SDK 6 with a model that is made up", () => {
  it("takes every odd schema, and the calls arrive with their own arguments", async () => {
    const { registry, sent } = await oddRegistry();
    const { tools, leftOut, reports } = toAiSdkTools(registry);
    expect(leftOut).toEqual([]);
    const odd = Object.values(oddSchemas);
    const model = new MockLanguageModelV3(
      modelCalling(reports.map(({ name }, index) => ({ toolName: name, input: odd[index]?.args ?? {} }))),
    );
    const result = await generateText({
      model,
      tools: tools satisfies ToolSet,
      prompt: "go",
      stopWhen: stepCountIs(3),
    });
    expect(result.text).toBe("done");
    expect(result.steps[0]?.toolResults).toHaveLength(odd.length);
    expect([...sent.values()]).toEqual(odd.map(({ args }) => args));
    const seen = model.doGenerateCalls[0]?.tools ?? [];
    expect(seen).toHaveLength(odd.length);
    for (const tool of seen)
      expect(tool).toMatchObject({ type: "function", inputSchema: { type: "object" } });
  });

  it("takes three hundred tools of twenty servers at once, and each call finds its server", async () => {
    const odd = Object.values(oddSchemas).slice(0, 15);
    const ports = Array.from({ length: 20 }, (_, server) => {
      const port = fakePort(
        `server ${server}`,
        odd.map(({ schema }, index) => fakeTool(`tool.${index}`, { inputSchema: schema })),
      );
      port.onCall = async (name, args) => ({
        content: [{ type: "text", text: JSON.stringify([server, name, args]) }],
      });
      return port;
    });
    await using pool = createMcpTransportPoolFromTransports({ transports: ports });
    const registry = createToolRegistry();
    await registerMcpTools(registry, pool);
    const { tools, reports } = toAiSdkTools(registry);
    expect(reports).toHaveLength(300);
    const calls = reports.map(({ name }, index) => ({ toolName: name, input: odd[index % 15]?.args ?? {} }));
    const model = new MockLanguageModelV3(modelCalling(calls));
    const result = await generateText({ model, tools, prompt: "go", stopWhen: stepCountIs(3) });
    const outputs = result.steps[0]?.toolResults.map(({ output }) =>
      JSON.parse(String((output as { output: unknown }).output)),
    );
    expect(outputs).toEqual(
      calls.map(({ input }, index) => [Math.floor(index / 15), `tool.${index % 15}`, input]),
    );
  });

  it("hands media to the model as media, and the program gets the whole result", async () => {
    const port = fakePort("s", ["everything"]);
    port.onCall = async () => ({ content: mediaContent });
    const registry = createToolRegistry();
    await registerMcpTools(registry, port);
    const model = new MockLanguageModelV3(modelCalling([{ toolName: "s__everything", input: {} }]));
    const result = await generateText({
      model,
      tools: toAiSdkTools(registry).tools,
      prompt: "go",
      stopWhen: stepCountIs(3),
    });
    expect(result.steps[0]?.toolResults[0]?.output).toMatchObject({ serverId: "s", content: mediaContent });
    const [message] = model.doGenerateCalls[1]?.prompt.filter(({ role }) => role === "tool") ?? [];
    const [part] = message?.role === "tool" ? message.content : [];
    const output = part?.type === "tool-result" && part.output.type === "content" ? part.output.value : [];
    const media = output.flatMap((one) => ("data" in one ? [one.data] : []));
    expect(media).toEqual([png, wav, pdf]);
    const text = output.flatMap((one) => (one.type === "text" ? [one.text] : [])).join("\n");
    for (const data of [png, wav, pdf]) expect(text).not.toContain(data.slice(0, 20));
  });

  it("goes on after a tool that fails, and after arguments that are wrong", async () => {
    const registry = createToolRegistry([
      defineTool({
        name: "local",
        execute: () => {
          throw new Error("no luck");
        },
      }),
    ]);
    const model = new MockLanguageModelV3(modelCalling([{ toolName: "local", input: {} }]));
    const result = await generateText({
      model,
      tools: toAiSdkTools(registry).tools,
      prompt: "go",
      stopWhen: stepCountIs(3),
    });
    expect(result.text).toBe("done");
    expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain('"error-text"');
    expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain("no luck");
  });
});

const node = Number(process.versions.node.split(".")[0]);

describe("the AI SDK 7 with a model that is made up", () => {
  it.skipIf(node < 22)("takes every odd schema (the SDK needs Node 22)", async () => {
    const [sdk, { MockLanguageModelV4 }] = await Promise.all([import("ai-v7"), import("ai-v7/test")]);
    const { registry, sent } = await oddRegistry();
    const { tools, reports } = toAiSdkTools(registry);
    const odd = Object.values(oddSchemas);
    const model = new MockLanguageModelV4(
      modelCalling(reports.map(({ name }, index) => ({ toolName: name, input: odd[index]?.args ?? {} }))),
    );
    const result = await sdk.generateText({
      model,
      tools: tools satisfies import("ai-v7").ToolSet,
      prompt: "go",
      stopWhen: sdk.stepCountIs(3),
    });
    expect(result.text).toBe("done");
    expect([...sent.values()]).toEqual(odd.map(({ args }) => args));
  });
});
