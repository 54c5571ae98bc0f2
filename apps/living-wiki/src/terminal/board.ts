import type { ServerFleet } from "../servers/server-fleet.ts";

const columns = ["server", "state", "era", "tools", "process", "restarts", "last error"] as const;

/** Prints the state of every server, in place on a terminal and as lines elsewhere. */
export interface Board {
  /** Prints a line of the story, above the table. */
  say(line: string): void;
  close(): void;
}

/** Follows a fleet until closed. */
export function openBoard(fleet: ServerFleet, out: NodeJS.WriteStream): Board {
  let drawn = 0;
  const erase = (): void => {
    if (out.isTTY && drawn > 0) out.write(`\u001B[${drawn}A\u001B[J`);
    drawn = 0;
  };
  const draw = (): void => {
    const lines = table(fleet);
    out.write(`${lines.join("\n")}\n`);
    drawn = lines.length;
  };
  const unsubscribe = fleet.pool.on("state", ({ serverId, change }) => {
    if (out.isTTY) {
      erase();
      draw();
      return;
    }
    const error = change.error === undefined ? "" : `: ${change.error.message}`;
    out.write(`  ${serverId}: ${change.previous} -> ${change.state} (${change.reason})${error}\n`);
  });
  if (out.isTTY) draw();
  return {
    say(line) {
      erase();
      out.write(`${line}\n`);
      if (out.isTTY) draw();
    },
    close() {
      unsubscribe();
      if (!out.isTTY) draw();
    },
  };
}

/** The table as lines, each column as wide as its widest cell. */
function table({ pool, get }: Pick<ServerFleet, "pool" | "get">): string[] {
  const rows = pool.snapshot().map((server) => [
    server.serverId,
    server.state,
    server.serverInfo === undefined ? "-" : `${server.serverInfo.era} ${server.serverInfo.protocolVersion}`,
    String(server.tools),
    get(server.serverId)
      ?.watched?.running.map((process) => process.id)
      .join(" ") || "-",
    String(server.restarts),
    server.lastError?.code ?? "-",
  ]);
  const widths = columns.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd();
  return [line(columns), ...rows.map(line)];
}
