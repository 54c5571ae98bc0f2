import type { ScriptedServerScript } from "../../src/scripted-server-script.ts";

/** What a scripted server needs of the world. */
export interface ScriptedHost {
  write(data: string | Uint8Array): void;
  stderr(text: string): void;
  after(ms: number, run: () => void): () => void;
  journal(entry: Readonly<Record<string, unknown>> & { readonly event: string }): void;
  exit(code: number): void;
}

/** A scripted server on its host. */
export interface ScriptedServer {
  /** Runs what the mode does before it is spoken to. */
  start(): void;
  /** Takes one line of the client. */
  receive(line: string): void;
}

export declare const modeNames: readonly string[];
export declare function createScriptedServer(
  script: ScriptedServerScript,
  host: ScriptedHost,
): ScriptedServer;
