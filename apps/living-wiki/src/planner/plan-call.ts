import { nearestNames } from "@x/mcp";
import { type Conversation, type DoneCall, jsonOf } from "./conversation.ts";
import { fillArguments, schemaOf } from "./fill-arguments.ts";
import type { PlanStep } from "./plan-step.ts";

/** Calls a tool with what can be found of its arguments in a text; asks for the rest; then says what came. */
export function planCall(conversation: Conversation, name: string, text: string): PlanStep {
  const tool = conversation.tools.find((one) => one.name === name || one.name.endsWith(`__${name}`));
  if (tool === undefined) {
    const near = nearestNames(
      name,
      conversation.tools.map((one) => one.name),
    );
    const hint = near.length === 0 ? "" : ` Did you mean ${near.map((one) => `\`${one}\``).join(" or ")}?`;
    return { say: `There is no tool \`${name}\`.${hint} \`/tools\` lists what there is.` };
  }
  const { done } = conversation;
  const answer = done.find((call) => call.tool === tool.name);
  if (answer !== undefined) return { say: sayResult(answer) };
  const asked = done.find((call) => call.tool === "ask_user");
  const given = jsonOf(asked);
  if (given.declined === true) return { say: "All right, I leave it." };
  if (asked?.isError) return { say: sayResult(asked) };
  const known = typeof given.values === "object" && given.values !== null ? { ...given.values } : {};
  const { values, missing } = fillArguments(
    tool.inputSchema as Readonly<Record<string, unknown>>,
    text,
    known,
  );
  if (missing.length === 0 || asked !== undefined) return { call: { tool: tool.name, input: values } };
  return {
    call: {
      tool: "ask_user",
      input: {
        question: `\`${tool.name}\` needs to know ${missing.join(", ")}.`,
        schema: schemaOf(tool.inputSchema as Readonly<Record<string, unknown>>, missing),
        tool: tool.name,
      },
    },
  };
}

/** An answer in few words; the whole of it is in its card. */
export function sayResult({ tool, text, isError }: DoneCall): string {
  const short = text.trim();
  if (isError) return `\`${tool}\` did not work: ${cut(short, 500)}`;
  // Data and links are for the card.
  const data = short.search(/^[[{]/m);
  const words = (data < 0 ? short : short.slice(0, data)).trim();
  if (words === "" || /#create=/.test(words)) return `\`${tool}\` has answered; see its card.`;
  return cut(words, 700);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}… *(the card has all of it)*` : text;
}
