import { createHttpTransport } from "@x/mcp-http";
import { startScriptedHttpServer } from "@x/mcp-testing";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { faultTable } from "./support/fault-table.ts";

const callTimeoutMs = 5_000;

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
process.on("unhandledRejection", note);
afterEach(() => {
  expect(unhandled).toEqual([]);
});

beforeAll(async () => {
  // Loads what is loaded on first use, so that no row is charged for it.
  await using server = await startScriptedHttpServer();
  await using transport = createHttpTransport({ kind: "streamable-http", serverId: "s", url: server.url });
  server.fault({ kind: "odd-sse", framing: "lf" });
  await transport.callTool("echo", { text: "hello" });
});

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  const rows = Object.entries(faultTable).filter(([, row]) => row.era === undefined || row.era === era);

  test.each(rows)("%s", async (_, row) => {
    await using server = await startScriptedHttpServer({ script: { era } });
    const transport = createHttpTransport({
      kind: "streamable-http",
      serverId: "s",
      url: server.url,
      callTimeoutMs,
      maxMessageBytes: 4 * 1024 * 1024,
    });
    await transport.connect();
    const states: string[] = [];
    transport.onStateChange((state) => states.push(state));
    server.fault({ ...row.fault, times: 1 });

    const startedAt = performance.now();
    const call = transport.callTool("echo", { text: "hello" });
    if ("text" in row.outcome) {
      expect((await call).output).toBe(row.outcome.text);
    } else {
      await expect(call).rejects.toMatchObject({ ...row.outcome.error, serverId: "s" });
    }
    expect((performance.now() - startedAt) / callTimeoutMs).toBeLessThan(row.within);
    expect(states).toEqual(row.states ?? []);
    expect(server.counters.count("tools/call")).toBe(row.requests);
    expect(server.counters.executions()).toBe(row.executions);
    const cancellations = row.fault.kind === "hang" && era === "legacy" ? 1 : 0;
    await expect.poll(() => server.counters.count("notifications/cancelled")).toBe(cancellations);

    // Whatever it was, the next call works, and then nothing is left.
    expect((await transport.callTool("echo", { text: "again" })).output).toBe("again");
    await transport.stop();
    await expect.poll(() => server.counters.openConnections).toBe(0);
    expect(server.otherOrigin.requests).toBe(0);
  });
});
