import { isJsonObject, type JsonObject } from "@x/mcp";
import type { QuestionPart } from "../contract/chat.ts";
import type { IssueView } from "../contract/error-view.ts";
import { valueIssues } from "./value-issues.ts";

/** A question to the person, without its place in a turn. */
export type Question = Pick<QuestionPart, "questionId" | "text" | "schema" | "values" | "tool">;

/** What the person said; undefined: nothing, on purpose. */
export type QuestionAnswer = JsonObject | undefined;

/** What became of a question. */
export interface QuestionEvent {
  readonly question: Question;
  readonly state: QuestionPart["state"];
  readonly values?: JsonObject;
}

/** The questions that wait for a person. */
export interface Questions {
  /** Asks; resolves with the values, rejects with the signal's reason. */
  ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer>;
  /** Answers: `unknown` where nobody waits for it, else what is missing or wrong, else nothing. */
  answer(questionId: string, values: QuestionAnswer): "unknown" | readonly IssueView[];
  on(handler: (event: QuestionEvent) => void): () => void;
}

/** Makes the book of questions. */
export function createQuestions(): Questions {
  const waiting = new Map<string, { readonly question: Question; settle(values: QuestionAnswer): void }>();
  const handlers = new Set<(event: QuestionEvent) => void>();
  const tell = (event: QuestionEvent): void => {
    for (const handler of handlers) handler(event);
  };
  return {
    ask(question, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const end = (state: QuestionPart["state"], values?: JsonObject): void => {
          waiting.delete(question.questionId);
          signal.removeEventListener("abort", onAbort);
          tell({ question, state, ...(values === undefined ? {} : { values }) });
        };
        const onAbort = (): void => {
          end("cancelled");
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        const settle = (values: QuestionAnswer): void => {
          end(values === undefined ? "cancelled" : "answered", values);
          resolve(values);
        };
        waiting.set(question.questionId, { question, settle });
        tell({ question, state: "open" });
      });
    },
    answer(questionId, values) {
      const asked = waiting.get(questionId);
      if (asked === undefined) return "unknown";
      const issues = values === undefined ? [] : valueIssues(asked.question.schema, values);
      if (issues.length === 0) asked.settle(values);
      return issues;
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}

/** A schema of a form: always an object's. */
export function formSchema(schema: unknown): JsonObject {
  return isJsonObject(schema) && isJsonObject(schema.properties)
    ? { ...schema, type: "object" }
    : { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] };
}
