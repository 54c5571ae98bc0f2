// A process that calls a protected server, and can be told to die in mid-refresh. It says what came of each call.
import { oauthAuthenticator, withAuth } from "@x/auth";
import { fromFetch, type HttpSend, isMcpError, type KeyValueStore, McpAuthError } from "@x/mcp-core";

/** What a worker is told, as JSON in its last argument. */
export interface WorkerOrder {
  readonly serverUrl: string;
  readonly calls: number;
  /** `locked`: before anything was written or sent. `sent`: before the request leaves. `answered`: after the answer. */
  readonly dieAt?: "locked" | "sent" | "answered";
  readonly afterCrash?: "ask-server" | "login" | "retry-once";
  readonly lockLeaseMs?: number;
}

/** What a worker says in the end. */
export interface WorkerReport {
  readonly fulfilled: number;
  readonly failures: readonly string[];
}

const die = (): Promise<never> => {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
};

/** Makes the calls with a store, and prints the report. */
export async function work(order: WorkerOrder, store: KeyValueStore): Promise<void> {
  const { dieAt, lockLeaseMs = 30_000, afterCrash } = order;
  const plain = fromFetch(fetch);
  const send: HttpSend = async (request) => {
    const isRefresh = request.body?.includes("grant_type=refresh_token") === true;
    if (isRefresh && dieAt === "sent") return die();
    const response = await plain(request);
    return isRefresh && dieAt === "answered" ? die() : response;
  };
  const put: KeyValueStore["put"] = (key, value, options) =>
    dieAt === "locked" && value.includes('"intent"') ? die() : store.put(key, value, options);
  const serverUrl = new URL(order.serverUrl);
  const authenticator = oauthAuthenticator(
    { mode: "oauth2", interactive: false, ...(afterCrash === undefined ? {} : { refresh: { afterCrash } }) },
    { serverUrl, serverId: "guarded", store: { ...store, put }, send, timing: { lockLeaseMs } },
  );
  const call = withAuth(authenticator, serverUrl)(plain);
  const one = async (): Promise<void> => {
    const { status, body } = await call({ method: "POST", url: serverUrl, headers: {}, body: "{}" });
    for await (const chunk of body) chunk.length;
    if (status !== 200) throw new Error(`HTTP ${status}`);
  };
  const results = await Promise.allSettled(Array.from({ length: order.calls }, one));
  const failures = results.flatMap((result) => (result.status === "rejected" ? [nameOf(result.reason)] : []));
  const report: WorkerReport = { fulfilled: results.length - failures.length, failures };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

function nameOf(error: unknown): string {
  if (error instanceof McpAuthError) return error.authCode;
  return isMcpError(error) ? error.code : String(error);
}
