// What a client does in each scenario once it is connected. A scenario that is not named calls every tool once.
import { getPrompt, isJsonObject, listPrompts, listResources, readResource } from "@x/mcp-core";
import { sampleArguments } from "./sample-arguments.mjs";

const callEvery = async (port, tools) => {
  for (const tool of tools) await port.callTool(tool.name, sampleArguments(tool.inputSchema));
};

const listOnly = async () => {};

export const steps = {
  initialize: listOnly,
  "request-metadata": listOnly,
  "json-schema-ref-no-deref": listOnly,

  "http-standard-headers": async (port, tools) => {
    await callEvery(port, tools);
    for (const { uri } of await listResources(port)) await readResource(port, uri);
    for (const { name } of await listPrompts(port)) await getPrompt(port, name);
  },

  "http-custom-headers": async (port, _tools, context) => {
    for (const call of context.toolCalls) await port.callTool(call.name, call.arguments);
  },

  "json-schema-2020-12-preservation": async (port, tools) => {
    const focal = tools.find(({ name }) => name === "json_schema_2020_12_tool");
    await port.callTool("json_schema_echo", { schema: focal.inputSchema });
  },
};

/** Runs the steps of a scenario. */
export async function runSteps(scenario, port, tools, context) {
  await (steps[scenario] ?? callEvery)(port, tools, isJsonObject(context) ? context : {});
}
