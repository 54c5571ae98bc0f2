import { isJsonObject, type JsonObject, type McpTool } from "@x/mcp";
import { buildAllow, buildViewCsp, splitToolsByAudience, type UiDocument } from "@x/ui-resources";
import type { Approvals } from "../agent/approvals.ts";
import type { ChatTurn } from "../contract/chat.ts";
import type { WidgetAnswer, WidgetCall, WidgetContext, WidgetView } from "../contract/widget.ts";
import type { ServerFleet } from "../servers/server-fleet.ts";
import { documentOf, readUi, UiDocumentError } from "./ui-documents.ts";
import { uiUriOf } from "./ui-tool.ts";
import { createViewCalls } from "./view-calls.ts";
import { rawResult, type UiCall } from "./widget-call.ts";

/** Makes the signed address of a view's frame. */
export type MintUrl = (target: {
  readonly uri: string;
  readonly serverId: string;
  readonly digest: string;
  readonly instance: string;
  readonly theme?: string;
  /** Of the page that will show it. */
  readonly hostOrigin: string;
}) => Promise<URL>;

/** Where a view is shown. */
export interface ShownIn {
  readonly hostOrigin: string;
  readonly theme?: string;
  readonly signal: AbortSignal;
}

/** The views that servers bring, of calls in the chat and of calls that a person made. */
export interface Widgets {
  /** Remembers a call that a person made; those of the chat are in its transcript. */
  remember(call: UiCall): void;
  /** Looks calls up in a chat, too. */
  follow(chat: { readonly view: { readonly turns: readonly ChatTurn[] } }): void;
  has(callId: string): boolean;
  /**
   * Everything for the frame of a call's view; undefined where the call is not known or has no UI.
   *
   * @throws UiDocumentError, McpError where the document cannot be read
   */
  view(callId: string, mint: MintUrl, shown: ShownIn): Promise<WidgetView | undefined>;
  /** A call that a view makes; undefined where there is no such view. */
  call(callId: string, call: WidgetCall, signal: AbortSignal): Promise<WidgetAnswer | undefined>;
  /** Ends a call that a view makes; false where there is none of this id. */
  cancel(viewCallId: string): boolean;
  /** A resource that a view reads from its own server. */
  read(callId: string, uri: string, signal: AbortSignal): Promise<WidgetAnswer | undefined>;
  /** What a view wants the model to know; the last word of each view counts. */
  setContext(callId: string, context: WidgetContext): boolean;
  takeContext(): readonly string[];
}

const maxRemembered = 50;
const maxContextChars = 20_000;

/** Makes the book of views. */
export function createWidgets(options: {
  readonly fleet: Pick<ServerFleet, "pool" | "get">;
  readonly approvals: Approvals;
}): Widgets {
  const { pool } = options.fleet;
  const remembered = new Map<string, UiCall>();
  const contexts = new Map<string, string>();
  const viewCalls = createViewCalls(options);
  let turns = (): readonly ChatTurn[] => [];

  const inChat = (callId: string): UiCall | undefined => {
    for (const { parts } of turns())
      for (const part of parts)
        if (part.type === "tool" && part.callId === callId && part.widget && part.result && part.serverId)
          return {
            callId,
            serverId: part.serverId,
            tool: part.tool,
            arguments: part.arguments ?? {},
            result: part.result,
          };
    return undefined;
  };
  const find = (callId: string): UiCall | undefined => remembered.get(callId) ?? inChat(callId);

  return {
    remember(call) {
      remembered.delete(call.callId);
      remembered.set(call.callId, call);
      const [oldest] = remembered.keys();
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    },
    follow(chat) {
      turns = () => chat.view.turns;
    },
    has: (callId) => find(callId) !== undefined,
    async view(callId, mint, { theme, hostOrigin, signal }) {
      const call = find(callId);
      if (call === undefined) return undefined;
      const { serverId } = call;
      const listed = await pool.connect({ serverId, signal });
      const tool = listed.find(({ name }) => name === call.tool);
      const uri = tool === undefined ? undefined : uiUriOf(tool);
      if (tool === undefined || uri === undefined)
        throw new UiDocumentError(`The server "${serverId}" has this tool with UI no more.`);
      const document = await documentOf(await readUi(pool, serverId, uri, signal), uri, signal);
      const url = await mint({
        uri,
        serverId,
        digest: document.digest,
        instance: instanceOf(callId),
        hostOrigin,
        ...(theme === undefined ? {} : { theme }),
      });
      const own = listed.filter((one) => one.serverId === serverId);
      return {
        callId,
        serverId,
        record: { uri, src: uri, serverId, toolName: tool.serverToolName, toolCallId: callId },
        document: documentView(document),
        sandboxUrl: url.href,
        tool: rawTool(tool),
        tools: splitToolsByAudience(own).app.map(rawTool),
        toolInput: call.arguments,
        toolResult: rawResult(call.result),
        refused: refusedOf(document),
      };
    },
    async call(callId, wanted, signal) {
      const call = find(callId);
      return call === undefined ? undefined : viewCalls.run(call, wanted, signal);
    },
    cancel: (viewCallId) => viewCalls.cancel(viewCallId),
    async read(callId, uri, signal) {
      const call = find(callId);
      const port = call === undefined ? undefined : pool.server(call.serverId);
      if (port === undefined) return undefined;
      try {
        return { result: await port.request("resources/read", { uri }, { signal }) };
      } catch (error) {
        if (signal.aborted) throw error;
        return { error: { code: -32_603, message: "The server could not read this resource." } };
      }
    },
    setContext(callId, { content = [], structuredContent }) {
      if (find(callId) === undefined) return false;
      const texts = content.flatMap((block) => (typeof block.text === "string" ? [block.text] : []));
      const data = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)];
      contexts.set(callId, [...texts, ...data].join("\n").slice(0, maxContextChars));
      return true;
    },
    takeContext() {
      const taken = [...contexts.values()].filter((text) => text !== "");
      contexts.clear();
      return taken;
    },
  };
}

/** Names one view in the addresses of frames: characters that any of them may have. */
function instanceOf(callId: string): string {
  return callId.replaceAll(/[^\w.-]/g, "_").slice(-64);
}

function documentView({ html: _, problems: __, ...rest }: UiDocument): WidgetView["document"] {
  const { csp, permissions, ...facts } = rest;
  return {
    ...facts,
    ...(isJsonObject(csp) ? { csp } : {}),
    ...(isJsonObject(permissions) ? { permissions } : {}),
  };
}

function refusedOf({ csp, permissions, problems }: UiDocument): readonly string[] {
  const refused = [
    ...problems,
    ...buildViewCsp(csp, { profile: "strict" }).refused,
    ...buildAllow(permissions).refused,
  ];
  return refused.map(({ message }) => message);
}

function rawTool(tool: McpTool): JsonObject {
  const { serverToolName, title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  const known = Object.entries({ title, description, inputSchema, outputSchema, annotations, _meta });
  return { name: serverToolName, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}
