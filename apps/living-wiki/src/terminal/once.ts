import { isJsonObject, type JsonObject, nearestNames, ToolNotFoundError } from "@x/mcp";
import { openTerminalWiki, type TerminalRun } from "./open-terminal-wiki.ts";
import { printResult } from "./print-result.ts";

/**
 * Runs one tool and prints its result: `--once "<server>__<tool>" '<json>'`.
 * Resolves with the exit code: 0, or 1 where the tool answered with an error.
 */
export async function runOnce(name: string, json: string, run: TerminalRun): Promise<number> {
  const { out, signal } = run;
  const args = parseArguments(json);
  await using wiki = await openTerminalWiki(run);
  const { fleet } = wiki;
  await fleet.connect({ signal });
  const tools = await fleet.pool.connect({ signal });
  if (!tools.some((tool) => tool.name === name)) {
    const names = tools.map((tool) => tool.name);
    throw new ToolNotFoundError({ toolName: name, where: "registry", nearest: nearestNames(name, names) });
  }
  const result = await fleet.pool.callTool(name, args, { signal });
  printResult(result, out);
  return result.isError ? 1 : 0;
}

function parseArguments(json: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new Error(`The tool's arguments are no JSON. Write an object, such as '{"message":"hi"}'.`, {
      cause,
    });
  }
  if (!isJsonObject(value))
    throw new Error(`The tool's arguments are an object, such as '{"message":"hi"}'.`);
  return value;
}
