import { isJsonObject } from "@x/mcp";
import { Hono } from "hono";
import type { Approvals } from "../agent/approvals.ts";
import type { Questions } from "../agent/questions.ts";
import type { Chat } from "../chat/chat.ts";
import type { ApprovalAnswer, ChatSend } from "../contract/chat.ts";
import { badRequest, notFound, type RefusalBody } from "./refusals.ts";

const longestText = 100_000;

/** The conversation. */
export function chatRoutes(chat: Chat): Hono {
  return new Hono()
    .get("/", (c) => c.json(chat.view))
    .post("/turns", async (c) => {
      const message = readMessage(await c.req.json().catch(() => undefined));
      if (message === undefined) return badRequest(c, "expected { text } with something in it.");
      const turnId = chat.send(message);
      if (turnId !== undefined) return c.json({ turnId }, 202);
      const error = {
        name: "RequestError",
        code: "busy",
        message: "An answer is being written. Cancel it, or wait.",
      };
      return c.json<RefusalBody>({ error }, 409);
    })
    .post("/cancel", (c) => (chat.cancel() ? c.body(null, 204) : notFound(c, "Nothing is being written.")))
    .delete("/", async (c) => {
      await chat.clear();
      return c.body(null, 204);
    });
}

/** What a person answers to approvals and questions. */
export function answerRoutes(approvals: Approvals, questions: Questions): Hono {
  return new Hono()
    .post("/approvals/:approvalId", async (c) => {
      const answer = readAnswer(await c.req.json().catch(() => undefined));
      if (answer === undefined) return badRequest(c, "expected { approved } with true or false.");
      return approvals.answer(c.req.param("approvalId"), answer)
        ? c.body(null, 204)
        : notFound(c, "Nobody waits for this approval any more.");
    })
    .post("/questions/:questionId", async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      const declined = isJsonObject(body) && body.declined === true;
      const values = isJsonObject(body) && isJsonObject(body.values) ? body.values : undefined;
      if (!declined && values === undefined)
        return badRequest(c, "expected { values } or { declined: true }.");
      const issues = questions.answer(c.req.param("questionId"), values);
      if (issues === "unknown") return notFound(c, "Nobody waits for this answer any more.");
      if (issues.length === 0) return c.body(null, 204);
      const message = "Something that is needed is missing or wrong.";
      return c.json<RefusalBody>(
        { error: { name: "ValidationError", code: "invalid_arguments", message, issues } },
        400,
      );
    });
}

function readMessage(body: unknown): ChatSend | undefined {
  if (!isJsonObject(body)) return undefined;
  const { text, page, fromWidget } = body;
  if (typeof text !== "string" || text.trim() === "" || text.length > longestText) return undefined;
  return {
    text,
    ...(typeof page === "string" ? { page } : {}),
    ...(typeof fromWidget === "string" ? { fromWidget } : {}),
  };
}

function readAnswer(body: unknown): ApprovalAnswer | undefined {
  if (!isJsonObject(body) || typeof body.approved !== "boolean") return undefined;
  const { approved, remember, reason } = body;
  return {
    approved,
    ...(remember === "tool" ? { remember } : {}),
    ...(isJsonObject(body.arguments) ? { arguments: body.arguments } : {}),
    ...(typeof reason === "string" ? { reason: reason.slice(0, 2_000) } : {}),
  };
}
