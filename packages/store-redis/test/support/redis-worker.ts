// @boundaries-ignore the scripted authorization server of the tests of @x/auth, which a package between them would tie in a circle
import { type WorkerOrder, work } from "../../../auth/test/support/refresh-worker.ts";
import { redisStore } from "../../src/index.ts";

const order = JSON.parse(process.argv.at(-1) ?? "{}") as WorkerOrder & {
  readonly url: string;
  readonly prefix: string;
};
await using store = redisStore({ url: order.url, prefix: order.prefix });
await work(order, store);
