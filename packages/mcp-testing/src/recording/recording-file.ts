import { appendFile, readFile, writeFile } from "node:fs/promises";
import { ConfigError, isJsonObject } from "@x/mcp-core";
import type { McpRecording, RecordedExchange } from "./recording.ts";

/** Writes exchanges to a file, one a line, each as soon as it is known: a program that crashes has recorded what was. */
export interface RecordingFile {
  add(exchange: RecordedExchange): void;
  /** Resolves when everything is written; rejects with what went wrong. */
  flush(): Promise<void>;
}

/** Begins a file; one that was there is replaced. */
export function createRecordingFile(file: string, serverId: string): RecordingFile {
  let last: Promise<void> = writeFile(file, `${JSON.stringify({ version: 1, serverId })}\n`);
  // Told by `flush`.
  last.catch(() => undefined);
  return {
    add(exchange) {
      last = last.then(() => appendFile(file, `${JSON.stringify(exchange)}\n`));
      last.catch(() => undefined);
    },
    flush: () => last,
  };
}

/**
 * Reads a recording.
 *
 * @throws ConfigError for a file that is none, or that a newer version wrote.
 */
export async function readRecording(file: string): Promise<McpRecording> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  const [head, ...exchanges] = lines.map((line, index) => parseLine(file, line, index + 1));
  if (!isJsonObject(head) || head.version !== 1 || typeof head.serverId !== "string")
    throw new ConfigError({
      pointer: "",
      file,
      line: 1,
      problem: "this is no recording, or one of another version. Record it again.",
    });
  return {
    version: 1,
    serverId: head.serverId,
    exchanges: exchanges as unknown as readonly RecordedExchange[],
  };
}

function parseLine(file: string, line: string, number: number): unknown {
  try {
    const value: unknown = JSON.parse(line);
    if (number === 1 || (isJsonObject(value) && ["call", "list", "request"].includes(String(value.kind))))
      return value;
  } catch {
    // Said below, without the line.
  }
  throw new ConfigError({
    pointer: "",
    file,
    line: number,
    problem: "this line is no exchange. Record it again.",
  });
}
