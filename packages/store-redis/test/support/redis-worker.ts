import { type WorkerOrder, work } from "../../../auth/test/support/refresh-worker.ts";
import { redisStore } from "../../src/index.ts";

const order = JSON.parse(process.argv.at(-1) ?? "{}") as WorkerOrder & {
  readonly url: string;
  readonly prefix: string;
};
await using store = redisStore({ url: order.url, prefix: order.prefix });
await work(order, store);
