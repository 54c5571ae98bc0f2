import type { JsonObject, McpContent, McpUiResource } from "@x/mcp";
import type { DiagramView } from "./diagram.ts";
import type { ErrorView } from "./error-view.ts";

/** Body of `POST /api/calls`. */
export interface CallRequest {
  /** Chosen by the caller; progress and cancellation name it. */
  readonly callId: string;
  /** `server__tool`. */
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What a tool answered, `isError` included. */
export interface ResultView {
  readonly isError: boolean;
  readonly content: readonly McpContent[];
  readonly structuredContent?: unknown;
  readonly _meta?: JsonObject;
  readonly uiResources: readonly McpUiResource[];
}

/** How a call ended. A result that breaks its schema is an error that carries the result. */
export type CallOutcome = {
  readonly durationMs: number;
  readonly result?: ResultView;
  readonly error?: ErrorView;
  /** The result has UI: ask `GET /api/widgets/<callId>` for it. */
  readonly widget?: true;
  /** Draw.io links of the result, decoded. */
  readonly diagrams?: readonly DiagramView[];
};
