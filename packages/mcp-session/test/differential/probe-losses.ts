import type { McpLoss } from "@x/mcp-core";
import type { Outcome } from "./scripted-outcome.ts";

type Script = Omit<Outcome, "name" | "kind">;

const loss = (facts: Omit<McpLoss, "cause">): Script => ({ discover: () => ({ loss: facts }) });
const refused = (status: number, code: number, data?: unknown): Script =>
  loss({ status, body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: "no", data } }) });

/** Every status that a server, a proxy or a gateway has been seen to answer the probe with. */
const statuses = [
  200, 202, 204, 301, 302, 304, 307, 400, 401, 403, 404, 405, 406, 408, 409, 410, 413, 415, 421, 422, 429,
  500, 501, 502, 503, 504,
];

/** How the probe can be lost over HTTP: a status that is no answer, with a body or without, or no status at all. */
export const probeLosses: Readonly<Record<string, Script>> = {
  ...Object.fromEntries(statuses.map((status) => [`status ${status}`, loss({ status })])),
  "status 200 with a text": loss({ status: 200, body: "hello" }),
  "status 400 with a page": loss({ status: 400, body: "<html>no</html>" }),
  "status 400 with null": loss({ status: 400, body: "null" }),
  "status 400 with a list": loss({ status: 400, body: "[]" }),
  "status 400 with half an object": loss({ status: 400, body: '{"error":' }),
  "status 400 with an error of another protocol": loss({ status: 400, body: '{"error":"no session"}' }),
  "status 400 with method not found": refused(400, -32601),
  "status 400 with error -32000": refused(400, -32000),
  "status 400 with error -32022 without data": refused(400, -32022),
  "status 400 with error -32022 and a legacy version": refused(400, -32022, { supported: ["2025-11-25"] }),
  "status 400 with error -32022 and only later versions": refused(400, -32022, { supported: ["2027-01-01"] }),
  "status 400 with error -32022 and our version, again and again": refused(400, -32022, {
    supported: ["2026-07-28"],
  }),
  "status 401 with method not found": refused(401, -32601),
  "status 404 with error -32001": refused(404, -32001),
  "status 500 with method not found": refused(500, -32601),
  "status 503 with a page": loss({ status: 503, body: "<html>later</html>" }),
  "a stream that ends": loss({}),
};
