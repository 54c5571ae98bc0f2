import type { ServerResponse } from "node:http";
import { createScriptedServer, type ScriptedServer } from "#scripted-server";
import type { ScriptedServerScript } from "../scripted-server-script.ts";
import type { CutStream } from "./cut-stream.ts";
import type { OwnedHttpCounters } from "./http-counters.ts";
import { later, type Responder, type RpcAnswer } from "./responder.ts";
import { sseFrame } from "./sse-frame.ts";

type Message = RpcAnswer & {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
} & RpcAnswer;

/** One client of the scripted server: a legacy session, or all modern clients together. */
export interface HttpSession {
  readonly server: ScriptedServer;
  readonly responders: Map<string | number, Responder>;
  /** The open GET stream. */
  standing: ServerResponse | undefined;
  /** Streams that were cut, by the id of their last event. */
  readonly cut: Map<string, CutStream>;
}

/** Makes a session. What the scripted server writes goes to the response it belongs to. */
export function createHttpSession(
  script: ScriptedServerScript,
  counters: OwnedHttpCounters,
  timers: Set<NodeJS.Timeout>,
): HttpSession {
  let pending = "";
  const server = createScriptedServer(script, {
    write(data) {
      pending += typeof data === "string" ? data : Buffer.from(data).toString("utf8");
      const lines = pending.split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") route(session, line);
    },
    stderr() {},
    after(ms, run) {
      let wanted = true;
      later(timers, ms, () => {
        if (wanted) run();
      });
      return () => {
        wanted = false;
      };
    },
    journal(entry) {
      if (entry.event === "execute") counters.executed(String(entry.tool));
    },
    exit() {},
  });
  const session: HttpSession = {
    server,
    responders: new Map(),
    standing: undefined,
    cut: new Map(),
  };
  return session;
}

function route(session: HttpSession, line: string): void {
  const message = parse(line);
  if (message === undefined) return;
  const { id, method } = message;
  if (method === undefined) {
    const responder = session.responders.get(id as string | number);
    session.responders.delete(id as string | number);
    responder?.answer(message);
    return;
  }
  const target = targetOf(session, message);
  if (target !== undefined) target.tell(message);
  else session.standing?.write(sseFrame(line));
}

/** Progress and what a subscription brings go to their request; the rest to the standing stream, if there is one. */
function targetOf(session: HttpSession, { params }: Message): Responder | undefined {
  const responders = [...session.responders.values()];
  if (params?.progressToken !== undefined)
    return responders.find(({ progressToken }) => progressToken === params.progressToken);
  const meta = params?._meta as Readonly<Record<string, unknown>> | undefined;
  const subscription = meta?.["io.modelcontextprotocol/subscriptionId"];
  if (subscription !== undefined) return session.responders.get(subscription as string | number);
  return session.standing === undefined ? responders.findLast(({ streams }) => streams) : undefined;
}

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Message) : undefined;
  } catch {
    return undefined; // noise of a mode for pipes: HTTP has no place for it
  }
}
