import type { JsonObject } from "@x/mcp-core";
import { discoverResult, legacyAnswer, type Outcome, type Reaction } from "./scripted-outcome.ts";

type Script = Omit<Outcome, "name" | "kind">;

const result = (changes: JsonObject): Script => ({
  discover: () => ({ answer: { result: discoverResult(changes) } }),
});
const without = (key: string): Script => {
  const { [key]: _, ...rest } = discoverResult();
  return { discover: () => ({ answer: { result: rest } }) };
};
const answer = (message: JsonObject): Script => ({ discover: () => ({ answer: message }) });
const error = (code: unknown, data?: unknown): Script =>
  answer({ error: { code, message: "no", ...(data === undefined ? {} : { data }) } });
const versions = (supported: unknown): Script => error(-32022, { supported, requested: "2026-07-28" });
const reaction = (discover: Reaction): Script => ({ discover: () => discover });
const handshake = (initialize: Reaction): Script => ({ ...error(-32601), initialize: () => initialize });

/** What a server can answer to the probe on any wire. */
export const probeAnswers: Readonly<Record<string, Script>> = {
  "a DiscoverResult": result({}),
  "a DiscoverResult with a later version as well": result({
    supportedVersions: ["2027-01-01", "2026-07-28"],
  }),
  "a DiscoverResult with legacy versions as well": result({
    supportedVersions: ["2025-11-25", "2026-07-28"],
  }),
  "a DiscoverResult with only a later version": result({ supportedVersions: ["2027-01-01"] }),
  "a DiscoverResult with only a legacy version": result({ supportedVersions: ["2025-11-25"] }),
  "a DiscoverResult without a version in its list": result({ supportedVersions: [] }),
  "a DiscoverResult with a text for a list": result({ supportedVersions: "2026-07-28" }),
  "a DiscoverResult with a number beside the version": result({ supportedVersions: [7, "2026-07-28"] }),
  "a DiscoverResult with null beside the version": result({ supportedVersions: ["2026-07-28", null] }),
  "a DiscoverResult without supportedVersions": without("supportedVersions"),
  "a DiscoverResult without capabilities": without("capabilities"),
  "a DiscoverResult without resultType": without("resultType"),
  "a DiscoverResult without ttlMs": without("ttlMs"),
  "a DiscoverResult without cacheScope": without("cacheScope"),
  "a DiscoverResult without _meta": without("_meta"),
  "a DiscoverResult with _meta null": result({ _meta: null }),
  "a DiscoverResult with capabilities null": result({ capabilities: null }),
  "a DiscoverResult with capabilities.tools true": result({ capabilities: { tools: true } }),
  "a DiscoverResult with instructions that are a number": result({ instructions: 7 }),
  "a DiscoverResult with unknown keys": result({ later: { a: 1 } }),
  "an empty result": answer({ result: {} }),
  "method not found": error(-32601),
  "invalid params": error(-32602),
  "invalid request": error(-32600),
  "internal error": error(-32603),
  "error -32000": error(-32000),
  "error -32001": error(-32001),
  "error -32020": error(-32020),
  "error -32021": error(-32021),
  "error 1": error(1),
  "error -32022 without data": error(-32022),
  "error -32022 with a legacy version": versions(["2025-11-25"]),
  "error -32022 with an old legacy version": versions(["2025-03-26"]),
  "error -32022 with only later versions": versions(["2027-01-01", "2028-01-01"]),
  "error -32022 with a legacy and a later version": versions(["2025-11-25", "2027-01-01"]),
  "error -32022 with an empty list": versions([]),
  "error -32022 with a text for a list": versions("2025-11-25"),
  "error -32022 with junk in the list": versions([7, "2025-11-25"]),
  "error -32022 with our version, then a DiscoverResult": {
    discover: (_version, attempt) =>
      attempt === 1
        ? { answer: { error: { code: -32022, message: "no", data: { supported: ["2026-07-28"] } } } }
        : { answer: { result: discoverResult() } },
  },
  "error -32022 with our version, again and again": versions(["2026-07-28"]),
  "result null": answer({ result: null }),
  "a result that is a list": answer({ result: [] }),
  "a result that is a text": answer({ result: "ok" }),
  "neither result nor error": answer({}),
  "error null": answer({ error: null }),
  "error null beside a DiscoverResult": answer({ error: null, result: discoverResult() }),
  "a text for an error": answer({ error: "no" }),
  "an error with a text for a code": error("no"),
  "an error without a message": answer({ error: { code: -32601 } }),
  "an unknown key beside a DiscoverResult": answer({ result: discoverResult(), later: 1 }),
  "an answer under another id": answer({ id: "somebody else's", result: discoverResult() }),
  silence: reaction("silent"),
  "silence, then a late DiscoverResult and no handshake": {
    discover: () => ({ answer: { result: discoverResult() }, afterMs: 500 }),
    initialize: () => ({ answer: { error: { code: -32601, message: "no" } }, afterMs: 1_000 }),
  },
  "the end of the connection": reaction("closes"),
  "a send that fails": reaction("send-fails"),
  "method not found, then an older legacy version": handshake(legacyAnswer("2024-11-05")),
  "method not found, then a legacy version that nobody knows": handshake(legacyAnswer("2025-09-09")),
  "method not found, then a version from the future": handshake(legacyAnswer("2099-01-01")),
  "method not found, then the modern version": handshake(legacyAnswer("2026-07-28")),
  "method not found, then no version": handshake(legacyAnswer(undefined)),
  "method not found, then an error": handshake({ answer: { error: { code: -32603, message: "no" } } }),
  "method not found, then the end": handshake("closes"),
};
