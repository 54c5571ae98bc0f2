import { describe, expect, test } from "vitest";
import { scriptedTransport } from "../scripted-transport.ts";

const mebibyte = 1024 * 1024;

test.each(["noise", "byte-by-byte", "crlf", "invalid-utf8"] as const)(
  "a server with %s is used like any other",
  async (mode) => {
    for (const era of ["legacy", "modern"] as const) {
      await using server = await scriptedTransport({ mode, era });
      await server.port.connect();
      expect(server.port.serverInfo?.era).toBe(era);
      expect((await server.port.callTool("echo", { text: "é 漢 😀" })).output).toBe("é 漢 😀");
      expect(await server.starts()).toBe(1);
    }
  },
);

test("noise is counted and told, but not what it said", async () => {
  await using server = await scriptedTransport("noise");
  await server.port.connect();
  expect(server.of("noise").length).toBeGreaterThan(0);
  for (const event of server.of("noise"))
    expect(Object.keys(event).sort()).toEqual(["at", "bytes", "serverId", "type"]);
});

test("an answer that is not UTF-8 fails its call at once", async () => {
  await using server = await scriptedTransport("invalid-utf8");
  await server.port.connect();
  await expect(server.port.callTool("garbled", {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
    phase: "call",
    outcome: "answered",
  });
  expect((await server.port.callTool("echo", { text: "on" })).output).toBe("on");
});

describe("lines of 12 MiB", () => {
  test.each(["giant-head", "giant-tail"])("%s is read whole", async (tool) => {
    await using server = await scriptedTransport("giant-line");
    await server.port.connect();
    const { output } = await server.port.callTool(tool, {});
    expect(output).toHaveLength(12 * mebibyte);
  });

  test("a line that is no message is skipped", async () => {
    await using server = await scriptedTransport("giant-line");
    expect((await server.port.callTool("giant-noise", {})).output).toBe("Still here.");
  });

  test("four times the length costs about four times the CPU", async () => {
    await using server = await scriptedTransport("giant-line");
    await server.port.connect();
    const cpu = async (bytes: number): Promise<number> => {
      const before = process.cpuUsage();
      await server.port.callTool("giant-head", { bytes });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const figures = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 5; round++) {
      figures.small = Math.min(figures.small, await cpu(3 * mebibyte));
      figures.large = Math.min(figures.large, await cpu(12 * mebibyte));
    }
    // Sixteen for the usual way, which is quadratic.
    expect(figures.large / figures.small).toBeLessThan(8);
  });

  test.each(["giant-head", "giant-tail"])(
    "above the limit %s costs its own call and no other",
    async (tool) => {
      await using server = await scriptedTransport("giant-line", {
        config: { maxMessageBytes: 4 * mebibyte },
      });
      await server.port.connect();
      const other = server.port.callTool("wait", { ms: 300 });
      await expect(server.port.callTool(tool, {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
        code: "limit",
        phase: "call",
        outcome: "answered",
      });
      expect((await other).output).toBe("Waited 300 ms");
      expect((await server.port.callTool("giant-noise", {})).output).toBe("Still here.");
      expect(server.of("limit").map(({ limit, max }) => [limit, max])).toEqual([
        ["message-bytes", 4 * mebibyte],
        ["message-bytes", 4 * mebibyte],
      ]);
      expect(await server.starts()).toBe(1);
    },
  );

  test("a flood without a newline is never kept", async () => {
    await using server = await scriptedTransport("giant-line", { config: { maxMessageBytes: mebibyte } });
    await server.port.connect();
    const before = process.memoryUsage().rss;
    expect((await server.port.callTool("giant-noise", { bytes: 256 * mebibyte })).output).toBe("Still here.");
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * mebibyte);
  });
});
