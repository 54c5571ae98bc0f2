import type { ChatTurn, QuestionPart } from "../../../src/contract/chat.ts";
import { isSchemaNode } from "../form/schema-node.ts";
import type { Arguments } from "../store/run-store.ts";

/** The question that a turn waits with. */
export function openQuestion(turn: ChatTurn | undefined): QuestionPart | undefined {
  return turn?.parts.findLast((part) => part.type === "question" && part.state === "open") as
    | QuestionPart
    | undefined;
}

/** A typed line as the answer to a question that wants one text; undefined for one that needs its form. */
export function typedAnswer({ schema }: QuestionPart, text: string): Arguments | undefined {
  const properties = isSchemaNode(schema.properties) ? Object.entries(schema.properties) : [];
  const [only] = properties;
  if (properties.length !== 1 || only === undefined) return undefined;
  const [name, node] = only;
  return isSchemaNode(node) && node.type === "string" && node.enum === undefined
    ? { [name]: text }
    : undefined;
}
