import { describe, expect, test } from "vitest";
import { scriptedTransport } from "../scripted-transport.ts";

const names = (tools: readonly { readonly name: string }[]): readonly string[] =>
  tools.map(({ name }) => name);

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  test("all pages are read, the empty string being a cursor like any other", async () => {
    await using server = await scriptedTransport({ mode: "pages", era });
    expect(names(await server.port.connect())).toEqual(["one", "two", "three"]);
    expect((await server.port.callTool("three", {})).output).toBe("three");
  });

  test.each(["broken-page", "repeated-cursor"] as const)(
    "a list with a %s ends there, and what came is kept",
    async (mode) => {
      await using server = await scriptedTransport({ mode, era });
      expect(names(await server.port.connect())).toEqual(["one"]);
      expect(server.of("warning").length).toBeGreaterThan(0);
      expect((await server.journal.received("tools/list")).length).toBeLessThanOrEqual(3);
    },
  );

  test("a list without end stops at the bound, and what came is kept", async () => {
    await using server = await scriptedTransport(
      { mode: "growing-cursor", era },
      { transport: { maxPages: 10 } },
    );
    expect(names(await server.port.connect())).toHaveLength(10);
    expect(server.of("warning").map(({ code }) => code)).toContain("too-many-pages");
    expect(await server.journal.received("tools/list")).toHaveLength(10);
  });

  test("two thousand tools are listed and called", async () => {
    await using server = await scriptedTransport({ mode: "many-tools", era });
    expect(await server.port.connect()).toHaveLength(2000);
    expect((await server.port.callTool("tool-1999", {})).output).toBe("tool-1999");
  });

  test("one bad tool costs one tool, with a reason; what is only odd stays", async () => {
    await using server = await scriptedTransport({ mode: "bad-tools", era });
    const tools = names(await server.port.connect());
    expect(tools).toContain("good-1");
    expect(tools).toContain("good-2");
    expect(tools.filter((name) => name.startsWith("odd-"))).toHaveLength(16);
    expect(new Set(tools).size).toBe(tools.length);
    const reasons = server.port.quarantined.map(({ name, reason }) => [name, reason]);
    expect(reasons).toEqual(
      expect.arrayContaining([
        [undefined, "name"],
        ["good-1", "duplicate"],
        ["no-schema", "input-schema"],
        ["string-schema", "input-schema"],
        ["null-schema", "input-schema"],
        ["too-large", "too-large"],
      ]),
    );
    for (const name of tools)
      expect((await server.port.callTool(name, {})).isError, `calling ${name}`).toBe(false);
  });

  test("a change is noticed, fetched once for many notices, and told with the difference", async () => {
    await using server = await scriptedTransport({ mode: "list-changes", era });
    await server.port.connect();
    const { output } = await server.port.callTool("grow", {});
    await expect.poll(() => server.of("tools").flatMap(({ added }) => added)).toContain(output);
    const before = (await server.journal.received("tools/list")).length;
    await server.port.callTool("flap", {});
    await expect.poll(() => server.of("tools").flatMap(({ added }) => added)).toContain("flapped");
    const after = (await server.journal.received("tools/list")).length;
    expect(after - before).toBeLessThan(10);
    expect((await server.port.callTool("flapped", {})).output).toBe("flapped");
  });
});

test("a listen stream that the server ends is opened again, and nothing of the list is missed", async () => {
  await using server = await scriptedTransport({ mode: "list-changes", era: "modern" });
  await server.port.connect();
  await expect.poll(() => server.journal.received("subscriptions/listen")).toHaveLength(1);
  await server.port.callTool("drop-listeners", {});
  await expect
    .poll(() => server.journal.received("subscriptions/listen"), { timeout: 10_000 })
    .toHaveLength(2);
  const { output } = await server.port.callTool("grow", {});
  await expect.poll(() => server.of("tools").flatMap(({ added }) => added)).toContain(output);
});
