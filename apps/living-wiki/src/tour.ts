import path from "node:path";
import type { JsonObject, McpTransportPool } from "@x/mcp";
import { type Board, openBoard } from "./board.ts";
import { openWikiPool, type WikiPool } from "./wiki-pool.ts";

/** How long the killed server may take to come back before the tour says that something is wrong. */
const returnDeadlineMs = 30_000;

/** Shows the stack at work: real servers started, listed, called, killed and back again. */
export async function runTour(out: NodeJS.WriteStream, signal: AbortSignal): Promise<void> {
  out.write(
    [
      "Living Wiki: three MCP servers from npm, each in a sandbox session of its own.",
      "Sandbox: host (isolation: none). The servers run as your user; this demo chose that in so many words.",
      "",
      "",
    ].join("\n"),
  );
  await using wiki = await openWikiPool();
  const board = openBoard(wiki.pool, wiki.sandboxes, out);
  try {
    const tools = await wiki.pool.connect({ signal });
    board.say(`\nConnected: ${tools.length} tools from ${wiki.pool.serverIds.length} servers.\n`);
    await callSome(wiki, board, signal);
    await killAndReturn(wiki, board, signal);
    board.say("\nStopping every server.");
    await wiki.pool.stop();
  } finally {
    board.close();
  }
  const started = Object.values(wiki.sandboxes).reduce((sum, sandbox) => sum + sandbox.started, 0);
  const left = Object.values(wiki.sandboxes).reduce((sum, sandbox) => sum + sandbox.running.length, 0);
  out.write(`\nDone: ${started} processes were started, ${left} are left.\n`);
  out.write(`Run one tool yourself: npm run demo -- --once "everything__echo" '{"message":"hi"}'\n`);
}

async function callSome({ pool, wikiFolder }: WikiPool, board: Board, signal: AbortSignal): Promise<void> {
  const call = (name: string, args: JsonObject): Promise<void> => show(pool, board, name, args, signal);
  await call("filesystem__list_directory", { path: wikiFolder });
  await call("filesystem__read_text_file", { path: path.join(wikiFolder, "tides.md") });
  await call("memory__create_entities", {
    entities: [{ name: "Tides", entityType: "page", observations: ["explains spring and neap tides"] }],
  });
  await call("memory__search_nodes", { query: "neap" });
  await call("everything__get-sum", { a: 19, b: 23 });
  await call("everything__get-tiny-image", {});
}

async function killAndReturn(
  { pool, sandboxes }: WikiPool,
  board: Board,
  signal: AbortSignal,
): Promise<void> {
  board.say("\nKilling the memory server (SIGKILL); what it knew is in its file.");
  const back = backAgain(pool, "memory", signal);
  await Promise.all((sandboxes.memory?.running ?? []).map((process) => process.kill()));
  await back;
  board.say("It is back. The same question again:");
  await show(pool, board, "memory__search_nodes", { query: "neap" }, signal);
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
