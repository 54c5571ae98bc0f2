import type {
  WidgetAnswer,
  WidgetCall,
  WidgetContext,
  WidgetRead,
  WidgetView,
} from "../../../src/contract/widget.ts";
import type { SendRequest } from "./send-request.ts";

/** The views that servers brought. */
export interface WidgetApi {
  /** With a new address for its frame. */
  view(callId: string, theme?: "light" | "dark"): Promise<WidgetView>;
  /** Waits for a person where the call needs one. */
  call(callId: string, call: WidgetCall): Promise<WidgetAnswer>;
  read(callId: string, read: WidgetRead): Promise<WidgetAnswer>;
  context(callId: string, context: WidgetContext): Promise<void>;
}

/** Makes the views' part of the API. */
export function createWidgetApi(send: SendRequest): WidgetApi {
  const widget = (callId: string): string => `/widgets/${encodeURIComponent(callId)}`;
  return {
    async view(callId, theme) {
      const query = theme === undefined ? "" : `?theme=${theme}`;
      const response = await send("GET", `${widget(callId)}${query}`);
      return response.json();
    },
    async call(callId, body) {
      const response = await send("POST", `${widget(callId)}/calls`, { body });
      return response.json();
    },
    async read(callId, body) {
      const response = await send("POST", `${widget(callId)}/read`, { body });
      return response.json();
    },
    async context(callId, body) {
      await send("PUT", `${widget(callId)}/context`, { body });
    },
  };
}
