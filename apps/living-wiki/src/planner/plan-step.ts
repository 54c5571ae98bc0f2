import { type Conversation, jsonOf } from "./conversation.ts";
import { type Intent, readIntent } from "./intent.ts";
import { planAnswer } from "./plan-answer.ts";
import { planCall } from "./plan-call.ts";
import { planDiagram, planPut } from "./plan-diagram.ts";
import { helpText, toolsText } from "./plan-help.ts";
import { planAdd, planRead, planSummary } from "./plan-page.ts";

/** What the planner does next: it says something, or calls a tool, or first one and then the other. */
export interface PlanStep {
  readonly say?: string;
  readonly call?: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
}

/** Decides about the next step. Everything it needs to know is in the conversation; it remembers nothing. */
export function planStep(conversation: Conversation): PlanStep {
  const { text, page, tools } = conversation;
  const intent = readIntent(
    text,
    page,
    tools.map(({ name }) => name),
  );
  // Without a page's name the person is asked for it, once, for whatever needs one.
  if ("page" in intent && intent.page === "" && needsPage(intent)) return askForPage(conversation, intent);
  return stepOf(intent, conversation);
}

function stepOf(intent: Intent, conversation: Conversation): PlanStep {
  switch (intent.kind) {
    case "help":
      return { say: helpText(conversation.tools) };
    case "tools":
      return { say: toolsText(intent.words, conversation.tools) };
    case "search":
      return planAnswer(conversation, intent.query, "list");
    case "read":
      return planRead(conversation, intent.page);
    case "summary":
      return planSummary(conversation, intent);
    case "add":
      return planAdd(conversation, intent);
    case "diagram":
      return planDiagram(conversation, intent);
    case "put":
      return planPut(conversation, intent.page);
    case "call":
      return planCall(conversation, intent.tool, intent.text);
    default:
      return planAnswer(conversation, intent.text, "answer");
  }
}

function needsPage(intent: Intent): boolean {
  return !(intent.kind === "diagram" && intent.mermaid !== undefined);
}

function askForPage(
  conversation: Conversation,
  intent: Extract<Intent, { readonly page: string }>,
): PlanStep {
  const [asked, ...rest] = conversation.done;
  if (asked === undefined)
    return {
      call: {
        tool: "ask_user",
        input: {
          question: "Which page do you mean?",
          schema: {
            type: "object",
            properties: { page: { type: "string", description: "Its title or path." } },
            required: ["page"],
          },
        },
      },
    };
  const { values } = jsonOf(asked);
  const page = typeof values === "object" && values !== null && "page" in values ? values.page : undefined;
  if (typeof page !== "string" || page === "") return { say: "All right, I leave it." };
  return stepOf({ ...intent, page }, { ...conversation, done: rest });
}
