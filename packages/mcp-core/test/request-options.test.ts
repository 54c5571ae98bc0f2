import { requestOptionsError } from "@x/mcp-core";
import { describe, expect, it } from "vitest";

describe("the options of a request", () => {
  it.each([
    undefined,
    {},
    { timeoutMs: 0, totalTimeoutMs: Number.POSITIVE_INFINITY, graceMs: 1.5 },
    { signal: undefined, timeoutMs: undefined },
    { signal: new AbortController().signal, serverId: "a", toolCallId: "b", meta: {}, onProgress() {} },
    { ofADecorator: null },
  ])("are fine as %o", (options) => {
    expect(requestOptionsError(options)).toBeUndefined();
  });

  it.each([
    [null, "/options"],
    ["60s", "/options"],
    [[], "/options"],
    [{ timeoutMs: Number.NaN }, "/options/timeoutMs"],
    [{ timeoutMs: -1 }, "/options/timeoutMs"],
    [{ timeoutMs: "60" }, "/options/timeoutMs"],
    [{ totalTimeoutMs: null }, "/options/totalTimeoutMs"],
    [{ graceMs: Number.NEGATIVE_INFINITY }, "/options/graceMs"],
    [{ signal: null }, "/options/signal"],
    [{ signal: {} }, "/options/signal"],
    [{ onProgress: "yes" }, "/options/onProgress"],
    [{ meta: [] }, "/options/meta"],
    [{ serverId: 1 }, "/options/serverId"],
  ])("are refused as %o", (options, pointer) => {
    expect(requestOptionsError(options, "files")).toMatchObject({
      code: "config",
      outcome: "not-sent",
      serverId: "files",
      pointer,
    });
  });
});
