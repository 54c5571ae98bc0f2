import type { JsonObject } from "@x/mcp";
import type { McpViewBroker } from "@x/ui-view";
import type { WidgetAnswer } from "../../../src/contract/widget.ts";
import type { WidgetApi } from "../api/widget-api.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { messageText } from "./message-text.ts";

/** What a view may have done through the app. The app checks every wish again, and asks the person where it must. */
export function createWidgetBroker({
  widgets,
  chat,
  callId,
}: {
  readonly widgets: WidgetApi;
  readonly chat: Pick<ChatStore, "send">;
  readonly callId: string;
}): McpViewBroker {
  return {
    async callTool({ tool, arguments: args }) {
      const call = { callId: crypto.randomUUID(), tool, arguments: args as JsonObject };
      return resultOf(await widgets.call(callId, call));
    },
    // Not here: the app knows the tool's effect, and its approval is shown beside the view.
    approve: async () => "once",
    async readResource({ uri }) {
      return resultOf(await widgets.read(callId, { uri }));
    },
    async sendMessage({ content }) {
      const taken = await chat.send({ text: messageText(content), fromWidget: callId });
      if (!taken) throw new Error("The agent is busy.");
    },
    updateModelContext({ content, structuredContent }) {
      // The next one takes its place; one that is lost is not worth a word to the person.
      void widgets
        .context(callId, {
          ...(content === undefined ? {} : { content: content as readonly JsonObject[] }),
          ...(structuredContent === undefined ? {} : { structuredContent: structuredContent as JsonObject }),
        })
        .catch(() => undefined);
    },
  };
}

function resultOf(answer: WidgetAnswer): JsonObject {
  if ("error" in answer) throw new Error(answer.error.message);
  return answer.result;
}
