import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults } from "./faults.ts";
import { answer, readBody } from "./frames.ts";

interface CreateRequest {
  readonly templateID: string;
  readonly timeout: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly allow_internet_access?: boolean;
}

/** A machine as the control API knows it. */
export interface MachineRecord extends CreateRequest {
  readonly sandboxID: string;
  /** Requests that renewed its life, in seconds each. */
  readonly renewals: number[];
}

/** The machines of the stand-in. */
export interface Machines {
  readonly faults: Faults;
  readonly all: Map<string, MachineRecord>;
  /** Every key that was sent. */
  readonly keys: string[];
  create(request: CreateRequest): Promise<MachineRecord>;
  end(id: string): Promise<void>;
  /** Lets the machine end after so many seconds, instead of when it would have. */
  renew(id: string, seconds: number): void;
}

/** Answers one request to the control API. */
export async function control(
  machines: Machines,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const { faults, all } = machines;
  if (faults.hang) return;
  const key = request.headers["x-api-key"];
  machines.keys.push(String(key));
  if (faults.unauthorized || key === undefined) return fail(response, 401, "Invalid API key");
  const message = body.length === 0 ? {} : (JSON.parse(body.toString()) as object);
  const route = `${request.method} ${url.pathname}`;
  if (route === "POST /v2/sandboxes") {
    if (faults.quota) return fail(response, 429, "maximum number of concurrent sandboxes reached");
    const { templateID, sandboxID } = await machines.create(message as CreateRequest);
    const machine = { templateID, sandboxID, clientID: "stand-in", envdVersion: "0.5.7" };
    return answer(response, 201, machine);
  }
  if (route === "GET /v2/sandboxes") {
    const wanted = [...new URLSearchParams(url.searchParams.get("metadata") ?? "")].map(
      ([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)] as const,
    );
    const listed = [...all.values()]
      .filter(({ metadata = {} }) => wanted.every(([name, value]) => metadata[name] === value))
      .map((machine) => ({ ...machine, startedAt: new Date().toISOString(), state: "running" }));
    return answer(response, 200, listed);
  }
  const [, id = "", action] = /^\/sandboxes\/([^/]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
  const machine = all.get(id);
  if (machine === undefined) return fail(response, 404, "sandbox not found");
  if (request.method === "DELETE") await machines.end(id);
  else if (action === "timeout") {
    if (faults.failRenewals) return fail(response, 500, "cannot renew");
    const { timeout } = message as { timeout: number };
    machine.renewals.push(timeout);
    machines.renew(id, timeout);
  } else return fail(response, 404, "no such route");
  answer(response, 204);
}

function fail(response: ServerResponse, code: number, message: string): void {
  answer(response, code, { code, message });
}
