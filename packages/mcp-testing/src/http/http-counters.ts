/** One request as it came in. */
export interface ScriptedHttpRequest {
  readonly verb: string;
  readonly path: string;
  /** Of a POST that carries a request or a notification. */
  readonly rpcMethod: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed body of a POST. */
  readonly body: unknown;
  /** Milliseconds, by the clock of the machine. */
  readonly at: number;
}

/** What happened at a scripted HTTP server. */
export interface HttpCounters {
  /** The last 1,000 requests. */
  readonly requests: readonly ScriptedHttpRequest[];
  /** How many requests of a JSON-RPC method came, or of an HTTP method other than POST. */
  count(method: string): number;
  /** How often a tool ran; all of them without a name. */
  executions(tool?: string): number;
  /** How many sessions were opened. */
  readonly sessions: number;
  /** How many connections were accepted. */
  readonly connections: number;
  /** How many of them are open. */
  readonly openConnections: number;
  /** How many requests were cancelled by their client. */
  readonly cancelled: number;
}

/** The counters with what fills them. */
export interface OwnedHttpCounters extends HttpCounters {
  sessions: number;
  connections: number;
  openConnections: number;
  cancelled: number;
  request(request: ScriptedHttpRequest): void;
  executed(tool: string): void;
}

const keptRequests = 1_000;

/** Makes counters at zero. */
export function createHttpCounters(): OwnedHttpCounters {
  const requests: ScriptedHttpRequest[] = [];
  const methods = new Map<string, number>();
  const tools = new Map<string, number>();
  return {
    requests,
    sessions: 0,
    connections: 0,
    openConnections: 0,
    cancelled: 0,
    count: (method) => methods.get(method) ?? 0,
    executions: (tool) =>
      tool === undefined
        ? [...tools.values()].reduce((sum, count) => sum + count, 0)
        : (tools.get(tool) ?? 0),
    request(request) {
      requests.push(request);
      if (requests.length > keptRequests) requests.shift();
      const key = request.rpcMethod ?? request.verb;
      methods.set(key, (methods.get(key) ?? 0) + 1);
    },
    executed: (tool) => void tools.set(tool, (tools.get(tool) ?? 0) + 1),
  };
}
