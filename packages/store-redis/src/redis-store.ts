import {
  type Clock,
  checkDeclaration,
  type DeclarationFields,
  type KeyValueStore,
  OperationCancelledError,
  systemClock,
} from "@x/mcp-core";
import { createRedisConnection } from "./redis-connection.ts";
import { createRedisLocks } from "./redis-lock.ts";
import { redisScripts } from "./redis-scripts.ts";

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** `redis://` or `rediss://`, with user and password where the server wants them. */
  readonly url: string;
  /** In front of every key. Default `x:`. */
  readonly prefix?: string | undefined;
  /** How long one command, or connecting, may take. Default 5,000. */
  readonly timeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

const fields: DeclarationFields = {
  url: { type: "string", required: true, example: '"redis://127.0.0.1:6379"' },
  prefix: { type: "any", example: '"x:"', problem: noText },
  timeoutMs: { type: "positive", example: "5_000" },
};

function noText(value: unknown): string | undefined {
  return typeof value === "string" ? undefined : 'expected a string, such as "x:".';
}

/** A store that owns its connection. */
export interface RedisStore extends KeyValueStore, AsyncDisposable {}

/**
 * A {@link KeyValueStore} on Redis, for many hosts. It connects on first use, and again on the next use after the
 * connection was lost.
 *
 * Its methods reject with McpAuthError `store_unavailable` where the server cannot be reached or does not answer in time.
 *
 * @throws ConfigError for options that make no sense
 */
export function redisStore(options: RedisStoreOptions): RedisStore {
  checkDeclaration(options, fields, { pointer: "", what: "a store on Redis", allowUnknown: true });
  const { url, prefix = "x:", timeoutMs = 5_000, clock = systemClock() } = options;
  const connection = createRedisConnection({ url, timeoutMs, clock });
  const entryOf = (key: string): string => `${prefix}{${key}}`;
  const locks = createRedisLocks(connection, clock, (key) => ({
    lock: `${entryOf(key)}:lock`,
    fence: `${entryOf(key)}:fence`,
  }));

  return {
    async get(key, { signal } = {}) {
      throwIfAborted(signal);
      const [value, version] = await connection.run((client) =>
        client.hmGet(entryOf(key), ["value", "version"]),
      );
      return typeof value === "string" && typeof version === "string" ? { value, version } : undefined;
    },
    async put(key, value, { ifVersion, ttlMs, signal } = {}) {
      throwIfAborted(signal);
      const version = crypto.randomUUID();
      const compare = ifVersion === undefined ? "any" : ifVersion === null ? "absent" : "version";
      // Redis takes a life of 0 for an error; one that short is over at once either way.
      const ttl = ttlMs === undefined ? "0" : String(Math.max(1, Math.ceil(ttlMs)));
      const written = await connection.run((client) =>
        client.eval(redisScripts.put, {
          keys: [entryOf(key)],
          arguments: [compare, ifVersion ?? "", value, version, ttl],
        }),
      );
      return written === 1 ? { version } : undefined;
    },
    async delete(key, { ifVersion } = {}) {
      const options = { keys: [entryOf(key)], arguments: [ifVersion ?? ""] };
      return (await connection.run((client) => client.eval(redisScripts.remove, options))) === 1;
    },
    lock: (key, lockOptions, run) => locks.lock(key, lockOptions, run),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new OperationCancelledError({
      what: "A store access",
      reason: signal.reason,
      outcome: "not-sent",
    });
}
