import { fileStore } from "@x/auth";
import { type WorkerOrder, work } from "./refresh-worker.ts";

const order = JSON.parse(process.argv.at(-1) ?? "{}") as WorkerOrder & { readonly folder: string };
await work(order, fileStore({ folder: order.folder }));
