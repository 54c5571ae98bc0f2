import type { JsonObject } from "@x/mcp";
import type { ResultView } from "./call.ts";
import type { DiagramView } from "./diagram.ts";
import type { ErrorView } from "./error-view.ts";

/** Who answers. No key, address or header is in here. */
export interface ModelView {
  /** `planner`: built in, works offline. */
  readonly provider: "planner" | "openai" | "openai-compatible" | "anthropic";
  readonly model: string;
  readonly label: string;
  /** Of the planner: what it understands. */
  readonly commands?: readonly { readonly name: string; readonly usage: string; readonly about: string }[];
  /** Of the planner: lines to set in the environment for a model of a provider, `NAME=value` each. */
  readonly howTo?: readonly string[];
}

/** A call that somebody must say yes to, of the chat or of a widget. */
export interface ApprovalView {
  readonly approvalId: string;
  /** Of the tool part or the widget that waits. */
  readonly callId: string;
  readonly from: "chat" | "widget";
  /** The model's name for the tool. */
  readonly tool: string;
  /** Absent for the wiki's own tools. */
  readonly serverId?: string;
  readonly title?: string;
  /** What would be sent. */
  readonly arguments: JsonObject;
  readonly effect: "write" | "destructive";
  readonly reason: string;
  /** For a write to a page: what is there now, and what would be. */
  readonly change?: { readonly path: string; readonly before: string | null; readonly after: string };
}

/** Body of `POST /api/approvals/:approvalId`. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  /** `tool`: do not ask for this tool again until the app ends. Default `once`. */
  readonly remember?: "once" | "tool";
  /** Sent in place of the model's arguments, where a person changed them. */
  readonly arguments?: JsonObject;
  /** For the model, where it is refused. */
  readonly reason?: string;
}

interface Part {
  /** Unique in its turn; never reused. Parts are ordered as they came. */
  readonly partId: string;
}

/** Text for the person: Markdown. Grows by deltas while the turn runs. */
export interface TextPart extends Part {
  readonly type: "text";
  readonly text: string;
}

/** What a model said to itself. Grows by deltas. */
export interface ReasoningPart extends Part {
  readonly type: "reasoning";
  readonly text: string;
}

/** Where a call is. The last four are ends. */
export type ToolPartState =
  | "input" // the model is writing its arguments
  | "approval" // waits for a person
  | "running"
  | "done" // answered, `result.isError` included
  | "failed" // not answered, or wrongly: see `error`
  | "refused" // a person said no
  | "cancelled";

/** A call of a tool. */
export interface ToolPart extends Part {
  readonly type: "tool";
  /** Names the call in every route. */
  readonly callId: string;
  readonly tool: string;
  /** Absent for the wiki's own tools. */
  readonly serverId?: string;
  readonly title?: string;
  readonly state: ToolPartState;
  /** Absent until they are complete. */
  readonly arguments?: JsonObject;
  /** While they are written: what is there of them. */
  readonly argumentsText?: string;
  /** While it waits. */
  readonly approval?: ApprovalView;
  readonly progress?: { readonly progress: number; readonly total?: number; readonly message?: string };
  /** Every block of the answer. */
  readonly result?: ResultView;
  readonly error?: ErrorView;
  /** Draw.io links of the result, decoded. */
  readonly diagrams?: readonly DiagramView[];
  /** The result has UI: ask `GET /api/widgets/<callId>` for it. */
  readonly widget?: true;
  readonly startedAt: number;
  readonly durationMs?: number;
}

/** Something the model needs to know; a form of `schema`, whose values go to `POST /api/questions/<questionId>`. */
export interface QuestionPart extends Part {
  readonly type: "question";
  readonly questionId: string;
  readonly text: string;
  /** JSON Schema of the values: always an object. */
  readonly schema: JsonObject;
  /** To begin with. */
  readonly values?: JsonObject;
  readonly state: "open" | "answered" | "cancelled";
  /** The model's name for the tool that needs it. */
  readonly tool?: string;
}

/** Why the turn, or a part of it, went wrong. */
export interface ErrorPart extends Part {
  readonly type: "error";
  readonly error: ErrorView;
}

/** A piece of a turn. */
export type ChatPart = TextPart | ReasoningPart | ToolPart | QuestionPart | ErrorPart;

/** What a person said, and everything that came of it. */
export interface ChatTurn {
  readonly turnId: string;
  readonly at: number;
  /** As typed. */
  readonly text: string;
  /** A widget sent it, with the person's consent. */
  readonly fromWidget?: string;
  /** `interrupted`: the app ended in the middle of it. */
  readonly state: "running" | "done" | "failed" | "cancelled" | "interrupted";
  readonly parts: readonly ChatPart[];
  readonly durationMs?: number;
  /** What the provider counted. */
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number };
}

/** Answer of `GET /api/chat`. */
export interface ChatView {
  readonly model: ModelView;
  /** Oldest first. At most one runs. */
  readonly turns: readonly ChatTurn[];
  /** Things to try, for an empty transcript. */
  readonly suggestions: readonly string[];
}

/** Body of `POST /api/chat/turns`. Answer 202 `{ turnId }`, 409 `busy` while a turn runs. */
export interface ChatSend {
  readonly text: string;
  /** The page that is looked at; "this page" means it. */
  readonly page?: string;
  /** The call id of the widget that sent it, with the person's consent. */
  readonly fromWidget?: string;
}

/** What changed in the transcript. After a `hello` of the event stream read `GET /api/chat` anew. */
export type ChatEvent =
  /** A turn began, or its state changed: it takes the place of the one with this id. */
  | { readonly kind: "turn"; readonly turn: ChatTurn }
  /** A part came, or changed: it takes the place of the one with this id, else goes to the end. */
  | { readonly kind: "part"; readonly turnId: string; readonly part: ChatPart }
  /** More text at the end of a text or reasoning part (of `argumentsText` for a tool part). */
  | { readonly kind: "delta"; readonly turnId: string; readonly partId: string; readonly text: string }
  | { readonly kind: "cleared" };
