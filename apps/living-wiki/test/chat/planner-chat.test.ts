import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ChatEvent } from "../../src/contract/chat.ts";
import type { Wiki } from "../../src/open-wiki.ts";
import { scripted } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { replay, textOf, toolsOf, turnOf } from "../fixtures/turns.ts";

let wiki: Wiki;

beforeEach(async () => {
  wiki = await testWiki({
    servers: [
      scripted("plain", "normal"),
      scripted("shelf", {
        tools: [
          {
            name: "put-book",
            description: "Puts a book on the shelf.",
            inputSchema: {
              type: "object",
              properties: { title: { type: "string" }, floor: { enum: ["upper", "lower"] } },
              required: ["title", "floor"],
            },
          },
          {
            name: "count-books",
            description: "Counts the books.",
            inputSchema: { type: "object" },
            annotations: { readOnlyHint: true },
          },
        ],
        results: {
          "put-book": { content: [{ type: "text", text: "It stands there." }] },
          "count-books": { isError: true, content: [{ type: "text", text: "The shelf is gone." }] },
        },
      }),
    ],
  });
  await wiki.fleet.connect();
  for (const tool of ["plain__wait", "shelf__put-book"])
    await expect.poll(() => wiki.tools.registry.get(tool)).toBeDefined();
});

afterEach(() => wiki[Symbol.asyncDispose]());

async function page(name: string): Promise<string> {
  return readFile(path.join(wiki.pages.folder, name), "utf8");
}

describe("pages", () => {
  test("a page is summed up in its own sentences, and its tool card has the whole answer", async () => {
    const turn = await turnOf(wiki, "Summarise Tides");
    expect(turn.state).toBe("done");
    expect(textOf(turn)).toContain("the bulges add up to a spring tide");
    expect(toolsOf(turn)).toMatchObject([
      {
        tool: "wiki__read",
        title: "Read a page",
        state: "done",
        arguments: { page: "Tides" },
        result: { isError: false, structuredContent: { path: "tides.md", title: "Tides" } },
      },
    ]);
  });

  test("a write shows what would change, waits, and is done when a person says yes", async () => {
    const before = await page("tides.md");
    const shown: unknown[] = [];
    const turn = await turnOf(wiki, "summarise Tides and write it to the page", {
      approve: ({ approval }) => {
        shown.push(approval);
        return true;
      },
    });
    expect(shown).toEqual([
      expect.objectContaining({
        from: "chat",
        tool: "wiki__write",
        effect: "write",
        change: { path: "tides.md", before, after: expect.stringContaining("## Summary") },
      }),
    ]);
    expect(turn.state).toBe("done");
    expect(toolsOf(turn).map(({ state }) => state)).toEqual(["done", "done"]);
    expect(await page("tides.md")).toMatch(/^# Tides\n\n## Summary\n\n- /);
    expect(wiki.approvals.open).toEqual([]);
  });

  test("a write that is refused does not happen, and the turn goes on", async () => {
    const before = await page("tides.md");
    const turn = await turnOf(wiki, "/add tides: More water.", { approve: () => false });
    expect(turn.state).toBe("done");
    expect(toolsOf(turn)[1]).toMatchObject({ state: "refused" });
    expect(textOf(turn)).toContain("said no");
    expect(await page("tides.md")).toBe(before);
  });

  test("a page that changes while a person thinks is not overwritten", async () => {
    const turn = await turnOf(wiki, "/add tides: More water.", {
      approve: async () => {
        await writeFile(path.join(wiki.pages.folder, "tides.md"), "# Theirs\n");
        return true;
      },
    });
    expect(await page("tides.md")).toBe("# Theirs\n");
    expect(toolsOf(turn)[1]).toMatchObject({ state: "done", result: { isError: true } });
    expect(textOf(turn)).toContain("has changed since it was read");
  });

  test("what is looked at is meant by this page, and a page that is missing is asked for", async () => {
    const looked = await turnOf(wiki, { text: "summarise this page", page: "bicycles.md" });
    expect(textOf(looked)).toContain("steers itself");
    const asked = await turnOf(wiki, "summarise this page", { answer: () => ({ page: "Sourdough" }) });
    expect(asked.parts[0]).toMatchObject({
      type: "question",
      state: "answered",
      values: { page: "Sourdough" },
    });
    expect(textOf(asked)).toContain("wild yeast");
    const declined = await turnOf(wiki, "summarise this page");
    expect(declined.parts[0]).toMatchObject({ type: "question", state: "cancelled" });
    expect(textOf(declined)).toContain("I leave it");
  });

  test("plain words find the page that speaks of them", async () => {
    const turn = await turnOf(wiki, "what makes a neap tide?");
    expect(toolsOf(turn).map(({ tool }) => tool)).toEqual(["wiki__search", "wiki__read"]);
    expect(textOf(turn)).toContain("From [Tides](tides.md)");
  });

  test("a page that is not there is said so, with its nearest", async () => {
    expect(textOf(await turnOf(wiki, "/read tidez"))).toMatch(/no page "tidez".*[Tt]ides/);
  });
});

describe("tools of servers", () => {
  test("are found by words, asked for, and run with arguments from the text", async () => {
    const asked: string[] = [];
    const turn = await turnOf(wiki, 'put book "Moby Dick" on the upper shelf', {
      approve: ({ tool }) => {
        asked.push(tool);
        return true;
      },
    });
    expect(asked).toEqual(["shelf__put-book"]);
    expect(toolsOf(turn)).toMatchObject([
      {
        serverId: "shelf",
        state: "done",
        arguments: { title: "Moby Dick", floor: "upper" },
        result: { content: [{ type: "text", text: "It stands there." }] },
      },
    ]);
  });

  test("ask for what is missing with the tool's own schema", async () => {
    const forms: unknown[] = [];
    const turn = await turnOf(wiki, "/call put-book floor=lower", {
      answer: (question) => {
        forms.push(question);
        return { title: "Walden" };
      },
    });
    expect(forms).toEqual([
      expect.objectContaining({
        tool: "shelf__put-book",
        schema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
      }),
    ]);
    expect(toolsOf(turn)[0]).toMatchObject({ state: "done", arguments: { title: "Walden", floor: "lower" } });
  });

  test("what only reads is not asked for, and an error that it reports is said", async () => {
    const turn = await turnOf(wiki, "/call count-books", {
      approve: () => {
        throw new Error("Nobody was to be asked.");
      },
    });
    expect(toolsOf(turn)[0]).toMatchObject({ state: "done", result: { isError: true } });
    expect(textOf(turn)).toContain("The shelf is gone.");
  });

  test("a tool that is remembered is not asked for again", async () => {
    const call = '/call put-book title="A" floor=lower';
    await turnOf(wiki, call, { approve: () => ({ approved: true, remember: "tool" }) });
    const again = await turnOf(wiki, call, {
      approve: () => {
        throw new Error("Nobody was to be asked.");
      },
    });
    expect(toolsOf(again)[0]).toMatchObject({ state: "done" });
  });

  test("a refusal says so to the planner, and the card", async () => {
    const turn = await turnOf(wiki, '/call put-book title="A" floor=lower', { approve: () => false });
    expect(toolsOf(turn)[0]).toMatchObject({ state: "refused", result: { isError: true } });
    expect(textOf(turn)).toContain("was not approved");
  });

  test("an unknown tool has its nearest", async () => {
    expect(textOf(await turnOf(wiki, "/call shelf__put-bok x"))).toContain("`shelf__put-book`");
  });
});

describe("a turn", () => {
  test("that waits for a person is cancelled on request, and leaves nothing waiting", async () => {
    const waits = new Promise<void>((resolve) => {
      const off = wiki.approvals.on(() => {
        off();
        resolve();
      });
    });
    wiki.chat.send({ text: "/add tides: x" });
    await waits;
    expect(wiki.chat.send({ text: "meanwhile" })).toBeUndefined();
    expect(wiki.chat.cancel()).toBe(true);
    await wiki.chat.idle();
    const turn = wiki.chat.view.turns.at(-1);
    expect(turn?.state).toBe("cancelled");
    expect(turn?.parts.at(-1)).toMatchObject({ type: "tool", state: "cancelled" });
    expect(wiki.approvals.open).toEqual([]);
    expect(wiki.chat.cancel()).toBe(false);
    expect(await page("tides.md")).not.toContain("\nx\n");
  });

  test("with a call that runs is cancelled at the server", async () => {
    const ended = new Promise((resolve) => {
      wiki.fleet.pool.on("call", (event) => {
        if (event.phase === "start") queueMicrotask(() => wiki.chat.cancel());
        else resolve(event.error);
      });
    });
    const turn = await turnOf(wiki, "/call plain__wait ms=20000");
    expect(await ended).toBe("cancelled");
    expect(toolsOf(turn)[0]).toMatchObject({ state: "cancelled" });
  });

  test("tells progress while it runs", async () => {
    const progress: unknown[] = [];
    wiki.chat.on((event) => {
      if (event.kind === "part" && event.part.type === "tool" && event.part.progress)
        progress.push(event.part.progress);
    });
    const turn = await turnOf(wiki, "/call plain__wait ms=4");
    expect(progress.length).toBeGreaterThan(0);
    expect(toolsOf(turn)[0]).not.toHaveProperty("progress");
  });

  test("is the same from events as from the transcript", async () => {
    const events: ChatEvent[] = [];
    wiki.chat.on((event) => events.push(structuredClone(event)));
    await turnOf(wiki, "summarise Tides and write it to the page");
    await turnOf(wiki, "/call put-book floor=lower", { answer: () => ({ title: "Walden" }) });
    expect(events.filter(({ kind }) => kind === "delta").length).toBeGreaterThan(10);
    expect(replay(events)).toEqual(wiki.chat.view.turns);
  });

  test("without draw.io draws in words that the page can draw", async () => {
    const turn = await turnOf(wiki, "draw a diagram of Home");
    expect(textOf(turn)).toMatch(/```mermaid\nflowchart LR\n {2}n0\(\["Home"\]\)/);
    await turnOf(wiki, "/put tides");
    expect(await page("tides.md")).toMatch(
      /\n\n```mermaid\nflowchart LR\n {2}n0\(\["Home"\]\)[\s\S]*\n```\n$/,
    );
  });
});
