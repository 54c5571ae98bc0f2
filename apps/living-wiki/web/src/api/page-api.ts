import type { CallOutcome, CallRequest } from "../../../src/contract/call.ts";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import type { PageEvent } from "../../../src/contract/page-event.ts";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import { readEvents } from "./read-events.ts";

/** The server refused or could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly view: ErrorView | undefined;

  constructor(status: number, view: ErrorView | undefined) {
    super(view?.message ?? "The app does not answer. Is it still running in its terminal?");
    this.status = status;
    this.view = view;
  }
}

/** What the page asks of the app. */
export interface PageApi {
  tools(serverId: string): Promise<readonly ToolView[]>;
  kill(serverId: string): Promise<void>;
  reconnect(serverId: string): Promise<void>;
  /** Resolves with how the call ended. */
  call(request: CallRequest): Promise<CallOutcome>;
  cancel(callId: string): Promise<void>;
  /** Resolves when the stream ends. `opened` is called when the app has answered. */
  events(onEvent: (event: PageEvent) => void, opened: () => void): Promise<void>;
}

/** Makes the API of this run. Its methods reject with {@link ApiError}. */
export function createPageApi(token: string): PageApi {
  const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new ApiError(0, undefined);
    });
    if (!response.ok) throw new ApiError(response.status, await errorOf(response));
    return response;
  };
  const server = (serverId: string): string => `/servers/${encodeURIComponent(serverId)}`;

  return {
    async tools(serverId) {
      const response = await send("GET", `${server(serverId)}/tools`);
      const body: { readonly tools: readonly ToolView[] } = await response.json();
      return body.tools;
    },
    async kill(serverId) {
      await send("POST", `${server(serverId)}/kill`);
    },
    async reconnect(serverId) {
      await send("POST", `${server(serverId)}/reconnect`);
    },
    async call(request) {
      const response = await send("POST", "/calls", request);
      return response.json();
    },
    async cancel(callId) {
      await send("DELETE", `/calls/${callId}`);
    },
    async events(onEvent, opened) {
      const { body } = await send("GET", "/events");
      if (body === null) return;
      opened();
      await readEvents(body, (data) => onEvent(JSON.parse(data)));
    },
  };
}

async function errorOf(response: Response): Promise<ErrorView | undefined> {
  try {
    const body: { readonly error?: ErrorView } = await response.json();
    return body.error;
  } catch {
    return undefined; // not an answer of the app; the status says what there is to say
  }
}
