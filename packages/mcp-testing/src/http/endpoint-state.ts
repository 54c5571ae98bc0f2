import type { IncomingMessage, ServerResponse } from "node:http";
import type { ScriptedServerScript } from "../scripted-server-script.ts";
import type { OwnedHttpCounters } from "./http-counters.ts";
import type { HttpFaults } from "./http-fault.ts";
import type { HttpSession } from "./http-session.ts";

/** What the parts of an endpoint share. */
export interface EndpointOptions {
  readonly script: ScriptedServerScript;
  readonly transport: "streamable" | "sse";
  readonly answers: "json" | "sse";
  readonly sessions: boolean;
  readonly standingStream: boolean;
  readonly counters: OwnedHttpCounters;
  readonly faults: HttpFaults;
  otherUrl(): string;
  restart(): void;
}

/** An endpoint with its state. */
export interface EndpointState extends EndpointOptions {
  readonly sessionsById: Map<string, HttpSession>;
  /** Of all clients without a session: modern ones, and legacy ones where sessions are off. */
  shared(): HttpSession;
  open(id: string): HttpSession;
  readonly timers: Set<NodeJS.Timeout>;
}

/** A request as it was read. */
export interface ReadRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly body: unknown;
}

/** The session a legacy request names; the shared one where sessions are off. */
export function sessionOf(state: EndpointState, request: IncomingMessage): HttpSession | undefined {
  if (!state.sessions) return state.shared();
  const id = request.headers["mcp-session-id"];
  return typeof id === "string" ? state.sessionsById.get(id) : undefined;
}
