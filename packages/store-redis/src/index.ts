export { type RedisStore, type RedisStoreOptions, redisStore } from "./redis-store.ts";
