import { keyValueStoreContract } from "@x/auth/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";
import { redisStore } from "../src/index.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server?.[Symbol.asyncDispose]());

describe("redisStore", () => {
  const make = () => {
    const prefix = `${crypto.randomUUID()}:`;
    const store = redisStore({ url: server.url, prefix });
    const peer = redisStore({ url: server.url, prefix });
    return {
      store,
      peer,
      async [Symbol.asyncDispose]() {
        await Promise.all([store[Symbol.asyncDispose](), peer[Symbol.asyncDispose]()]);
      },
    };
  };
  for (const { name, options, run } of keyValueStoreContract(make, { peers: true })) test(name, options, run);
});
