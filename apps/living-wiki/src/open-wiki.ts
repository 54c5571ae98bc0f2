import { chown, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { systemClock } from "@x/mcp";
import { type AgentTools, createAgentTools } from "./agent/agent-tools.ts";
import { type Approvals, createApprovals } from "./agent/approvals.ts";
import { createQuestions, type Questions } from "./agent/questions.ts";
import { type Chat, openChat } from "./chat/chat.ts";
import { type ChatLoop, loadChatLoop } from "./chat/chat-loop.ts";
import { openChatStore } from "./chat/chat-store.ts";
import { type Closing, createClosing } from "./closing.ts";
import { type Drawio, followDrawio } from "./diagram/drawio.ts";
import { drawioServer } from "./diagram/drawio-server.ts";
import { type DrawioSettings, readDrawioSettings, type Variables } from "./diagram/drawio-settings.ts";
import type { ChatModel } from "./model/chat-model.ts";
import type { Places } from "./places/places.ts";
import { defaultServers } from "./servers/default-servers.ts";
import { fleetPlaces } from "./servers/fleet-places.ts";
import { createServerFleet, type ServerFleet } from "./servers/server-fleet.ts";
import type { WikiServer } from "./servers/wiki-server.ts";
import { createWidgets, type Widgets } from "./widgets/widgets.ts";
import { openWikiPages, type WikiPages } from "./wiki/wiki-pages.ts";

/** The wiki with everything behind its page. Disposing ends every process, and keeps the transcript. */
export interface Wiki extends AsyncDisposable {
  readonly pages: WikiPages;
  readonly places: Places;
  readonly fleet: ServerFleet;
  readonly tools: AgentTools;
  readonly approvals: Approvals;
  readonly questions: Questions;
  readonly widgets: Widgets;
  readonly drawio: Drawio;
  readonly chat: Chat;
  /** The environment that placeholders of pasted servers are looked up in. */
  readonly variables: Variables;
}

/** What a wiki is made of. Nothing of it is read from anywhere but here. */
export interface WikiOptions {
  /** The folder of Markdown pages. */
  readonly pagesFolder: string;
  /** Where the transcript is kept. */
  readonly chatFile: string;
  /** Where programs run. Ended with the wiki. */
  readonly places: Places;
  readonly model: ChatModel;
  readonly variables?: Variables;
  /** Further servers. */
  readonly servers?: readonly WikiServer[];
  /** Whether the servers that the app brings along are there. Default true. */
  readonly withDefaults?: boolean;
  readonly loop?: () => Promise<ChatLoop>;
  /** Hears of what goes wrong where nobody waits for it. */
  readonly onError?: (error: unknown) => void;
}

const suggestions = ["Summarise Tides", "Draw a diagram of Sourdough", "Open the budget allocator", "/help"];

/** Composes the wiki. Servers start as they are added; HTTP servers of the app when the fleet is connected. */
export async function openWiki(options: WikiOptions): Promise<Wiki> {
  const opened = createClosing();
  try {
    return await compose(options, opened);
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}

async function compose(options: WikiOptions, opened: Closing): Promise<Wiki> {
  const { model, variables = {}, onError } = options;
  const places = opened.use(options.places);
  const pages = opened.use(await openWikiPages(options.pagesFolder));
  const scratch = await makeScratch();
  opened.defer(() => rm(scratch, { recursive: true, force: true }));
  const fleet = opened.use(createServerFleet({ places: fleetPlaces(places), clock: systemClock() }));
  const offPlaces = places.on(() => fleet.release());
  opened.defer(offPlaces);
  const approvals = createApprovals();
  const questions = createQuestions();
  const widgets = createWidgets({ fleet, approvals });
  const { settings, problem } = drawioSettings(variables);
  const drawio = opened.use(followDrawio(fleet, settings, problem));
  const declared = [
    ...(options.withDefaults === false ? [] : defaultServers({ wiki: pages.folder, scratch })),
    ...(settings === undefined ? [] : [drawioServer(settings, variables)]),
    ...(options.servers ?? []),
  ];
  // Before any server is there, so that the registry hears of each.
  const tools = opened.use(await createAgentTools({ pages, fleet, approvals, questions }));
  for (const server of declared) fleet.add(server);
  const chat = opened.use(
    await openChat({
      model,
      loop: options.loop ?? loadChatLoop,
      registry: tools.registry,
      approvals,
      questions,
      store: openChatStore(options.chatFile),
      suggestions,
      drawingTool: () => drawio.tool,
      takeWidgetContext: () => widgets.takeContext(),
      ...(onError === undefined ? {} : { onError }),
    }),
  );
  widgets.follow(chat);
  return {
    pages,
    places,
    fleet,
    tools,
    approvals,
    questions,
    widgets,
    drawio,
    chat,
    variables,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** What is wrong with the variables of draw.io is shown on the page, and costs nothing else. */
function drawioSettings(variables: Variables): {
  readonly settings: DrawioSettings | undefined;
  readonly problem?: unknown;
} {
  try {
    return { settings: readDrawioSettings(variables) };
  } catch (problem) {
    return { settings: undefined, problem };
  }
}

/** A folder that servers write into. As root it belongs to nobody in particular, as programs in sandboxes are. */
async function makeScratch(): Promise<string> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "living-wiki-"));
  if (process.getuid?.() === 0) await chown(scratch, 65_534, 65_534);
  return scratch;
}
