import { redisStore } from "@x/store-redis";
import { expect, test } from "vitest";

test.each([
  [null, ""],
  [{}, "/url"],
  [{ url: 5 }, "/url"],
  [{ url: "redis://127.0.0.1", timeoutMs: Number.NaN }, "/timeoutMs"],
  [{ url: "redis://127.0.0.1", timeoutMs: -1 }, "/timeoutMs"],
  [{ url: "redis://127.0.0.1", prefix: null }, "/prefix"],
])("a store is not made with %o", (options, pointer) => {
  expect(() => redisStore(options as never)).toThrow(expect.objectContaining({ code: "config", pointer }));
});
