import { type Clock, McpAuthError } from "@x/mcp-core";

/** The part of `@redis/client` that is used. */
export interface RedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  hmGet(key: string, fields: string[]): Promise<(string | null)[]>;
  close(): Promise<void>;
  destroy(): void;
}

/** A connection that is made on first use, and again after it was lost. */
export interface RedisConnection extends AsyncDisposable {
  /** Runs something, bounded in time. */
  run<T>(work: (client: RedisClient) => Promise<T>): Promise<T>;
}

/** What a connection is made with. */
export interface RedisConnectionOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** Opens nothing yet. Rejects with McpAuthError `store_unavailable`; its message has no URL, which may hold a password. */
export function createRedisConnection({ url, timeoutMs, clock }: RedisConnectionOptions): RedisConnection {
  let opening: Promise<RedisClient> | undefined;
  let closed = false;

  const open = async (): Promise<RedisClient> => {
    const { createClient } = await import("@redis/client");
    const client = createClient({
      url,
      // Nothing waits in a queue for a server that is away: the caller decides what to do then.
      disableOfflineQueue: true,
      socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
    });
    // What breaks a connection reaches whoever uses it; the next use makes a new one.
    client.on("error", () => {
      opening = undefined;
    });
    try {
      await client.connect();
    } catch (error) {
      client.destroy();
      throw error;
    }
    return client as unknown as RedisClient;
  };
  const connected = (): Promise<RedisClient> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    async run(work) {
      if (closed) throw unavailable("it was closed");
      let stopTimer = (): void => {};
      const late = new Promise<never>((_, reject) => {
        stopTimer = clock.after(timeoutMs, () => reject(unavailable(`no answer within ${timeoutMs} ms`)));
      });
      try {
        return await Promise.race([connected().then(work), late]);
      } catch (error) {
        throw error instanceof McpAuthError ? error : unavailable("the connection failed", error);
      } finally {
        stopTimer();
      }
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      const client = await opening?.catch(() => undefined);
      opening = undefined;
      client?.destroy();
    },
  };
}

function unavailable(problem: string, cause?: unknown): McpAuthError {
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  const named = typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? ` (${code})` : "";
  return new McpAuthError({
    authCode: "store_unavailable",
    message: `The Redis store cannot be used: ${problem}${named}. Check its URL, and that the server runs.`,
    phase: "store",
    retry: "after-delay",
    outcome: "not-sent",
    cause,
  });
}
