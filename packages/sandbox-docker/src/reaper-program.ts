/** What a reaper is told, as one line of JSON. */
export interface ReaperOrder {
  readonly socketPath?: string;
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly pathPrefix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `name=value`: what carries this label is removed. */
  readonly label: string;
}

/**
 * The whole program of the reaper. It runs in a process of its own, from its source text: so it must not use anything
 * from outside itself, and needs no file that a bundler could lose. It reads one line, its order. Then the pipe stays
 * open as long as the owner lives. `done` on a second line: the owner has cleaned up. The end of the pipe without it:
 * the owner was killed.
 */
export function reaperProgram(): void {
  const roundMs = 250;
  const requestMs = 5000;
  const lifeMs = 60_000;
  let text = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk: string) => {
    text += chunk;
  });
  process.stdin.on("end", () => {
    const [line, word] = text.split("\n");
    if (line === undefined || word === "done") return;
    reap(JSON.parse(line) as ReaperOrder).catch(() => {
      process.exitCode = 1; // nobody is left who could be told; `sweep()` finds what this one could not remove
    });
  });

  async function reap(order: ReaperOrder): Promise<void> {
    const filters = encodeURIComponent(JSON.stringify({ label: [order.label] }));
    const deadline = Date.now() + lifeMs;
    let emptyRounds = 0;
    // More than one round: a request that the owner had sent when it died may still make a container.
    while (emptyRounds < 2 && Date.now() < deadline) {
      const empty = await round(order, filters).catch(() => false); // the engine may be restarting
      emptyRounds = empty ? emptyRounds + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, roundMs));
    }
  }

  /** Removes everything it finds; true if there was nothing. Rejects while the engine does not answer. */
  async function round(order: ReaperOrder, filters: string): Promise<boolean> {
    const containers: { Id: string }[] = JSON.parse(
      await request(order, "GET", `/containers/json?all=1&filters=${filters}`),
    );
    await removeAll(
      order,
      containers.map(({ Id }) => `/containers/${Id}?force=1&v=1`),
    );
    const answer: { Volumes: { Name: string }[] | null } = JSON.parse(
      await request(order, "GET", `/volumes?filters=${filters}`),
    );
    const volumes = answer.Volumes ?? [];
    await removeAll(
      order,
      volumes.map(({ Name }) => `/volumes/${encodeURIComponent(Name)}`),
    );
    return containers.length + volumes.length === 0;
  }

  // What could not be removed is found again in the next round.
  async function removeAll(order: ReaperOrder, paths: readonly string[]): Promise<void> {
    await Promise.allSettled(paths.map((path) => request(order, "DELETE", path)));
  }

  function request(order: ReaperOrder, method: string, path: string): Promise<string> {
    const { socketPath, host, port, tls, pathPrefix, headers } = order;
    const client = process.getBuiltinModule(tls === undefined ? "node:http" : "node:https");
    return new Promise((resolve, reject) => {
      const sent = client.request({
        method,
        path: `${pathPrefix}${path}`,
        headers: { Host: "engine", ...headers },
        signal: AbortSignal.timeout(requestMs),
        agent: false,
        ...(socketPath === undefined ? { host, port } : { socketPath }),
        ...tls,
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          body += chunk;
        });
        response.on("error", reject);
        response.on("end", () => resolve(body));
      });
      sent.end();
    });
  }
}
