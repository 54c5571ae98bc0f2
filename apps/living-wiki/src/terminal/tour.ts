import path from "node:path";
import type { JsonObject, McpTransportPool } from "@x/mcp";
import type { Wiki } from "../open-wiki.ts";
import { type Board, openBoard } from "./board.ts";
import { openTerminalWiki, type TerminalRun } from "./open-terminal-wiki.ts";
import { sandboxLine } from "./sandbox-line.ts";

/** How long the killed server may take to come back before the tour says that something is wrong. */
const returnDeadlineMs = 30_000;

/** Shows the stack at work: real servers started, listed, called, killed and back again. */
export async function runTour(run: TerminalRun): Promise<void> {
  const { out, signal } = run;
  await using wiki = await openTerminalWiki(run);
  const { fleet, places } = wiki;
  out.write(
    [
      "Living Wiki: MCP servers from npm over stdio and HTTP, each in a sandbox session of its own.",
      sandboxLine(places),
      "",
      "",
    ].join("\n"),
  );
  const board = openBoard(fleet, out);
  try {
    await fleet.connect({ signal });
    const tools = fleet.pool.snapshot().reduce((sum, server) => sum + server.tools, 0);
    board.say(`\nConnected: ${tools} tools from ${fleet.servers.length} servers.\n`);
    await callSome(wiki, board, signal);
    await killAndReturn(wiki, board, signal);
    board.say("\nStopping every server.");
    await fleet.stop();
  } finally {
    board.close();
  }
  const { started, left } = fleet.processes;
  out.write(`\nDone: ${started} processes were started, ${left} are left.\n`);
  out.write(`Run one tool yourself: npm run demo -- --once "everything__echo" '{"message":"hi"}'\n`);
}

async function callSome(
  { fleet, pages: { folder: wikiFolder } }: Wiki,
  board: Board,
  signal: AbortSignal,
): Promise<void> {
  const call = (name: string, args: JsonObject): Promise<void> => show(fleet.pool, board, name, args, signal);
  await call("filesystem__list_directory", { path: wikiFolder });
  await call("filesystem__read_text_file", { path: path.join(wikiFolder, "tides.md") });
  await call("memory__create_entities", {
    entities: [{ name: "Tides", entityType: "page", observations: ["explains spring and neap tides"] }],
  });
  await call("memory__search_nodes", { query: "neap" });
  await call("everything__get-sum", { a: 19, b: 23 });
  await call("everything__get-tiny-image", {});
  await call("everything-http__echo", { message: "over Streamable HTTP" });
}

async function killAndReturn({ fleet }: Wiki, board: Board, signal: AbortSignal): Promise<void> {
  board.say("\nKilling the memory server (SIGKILL); what it knew is in its file.");
  const back = backAgain(fleet.pool, "memory", signal);
  await fleet.kill("memory");
  await back;
  board.say("It is back. The same question again:");
  await show(fleet.pool, board, "memory__search_nodes", { query: "neap" }, signal);
}

/** Resolves when the server has dropped and is connected again. */
function backAgain(pool: McpTransportPool, serverId: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      unsubscribe();
      settle();
    };
    const onAbort = (): void => end(() => reject(signal.reason));
    const timer = setTimeout(
      () =>
        end(() => reject(new Error(`Server "${serverId}" did not come back within ${returnDeadlineMs} ms.`))),
      returnDeadlineMs,
    );
    const unsubscribe = pool.on("state", (event) => {
      const { state, previous } = event.change;
      if (event.serverId === serverId && previous === "reconnecting" && state === "connected") end(resolve);
    });
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

async function show(
  pool: McpTransportPool,
  board: Board,
  name: string,
  args: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const result = await pool.callTool(name, args, { signal });
  const blocks = result.content.map((block) =>
    block.type === "text" ? firstLine(block.text) : `[${block.type}]`,
  );
  board.say(`  ${name} -> ${result.isError ? "error: " : ""}${blocks.join(" ")}`);
}

function firstLine(text: string): string {
  const [line = "", ...rest] = text.trim().split("\n");
  const more = rest.length > 0 ? ` (+${rest.length} lines)` : "";
  return (line.length > 70 ? `${line.slice(0, 67)}...` : line) + more;
}
