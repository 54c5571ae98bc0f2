import type { LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { meantTool, rankTools, withoutToolWords } from "../../src/planner/match-tool.ts";
import { outlineDiagram } from "../../src/planner/outline-diagram.ts";
import { withSummary } from "../../src/planner/plan-page.ts";
import { sentencesOf, summarise } from "../../src/planner/summarise.ts";

const tool = (name: string, description = ""): LanguageModelV3FunctionTool => ({
  type: "function",
  name,
  description,
  inputSchema: { type: "object" },
});
const tools = [
  tool("everything__echo", "Echoes back the input"),
  tool("everything__get-sum", "Returns the sum of two numbers"),
  tool("everything-http__echo", "Echoes back the input"),
  tool("budget-allocator__get-budget-data", "Returns budget configuration."),
  tool("memory__search_nodes", "Search for nodes in the knowledge graph"),
];

describe("tools by words", () => {
  test.each([
    ["open the budget allocator", "budget-allocator__get-budget-data"],
    ["echo hello", "everything__echo"],
    ["add 2 and 3 with get-sum", "everything__get-sum"],
    ["search nodes about tides", "memory__search_nodes"],
  ])("%j means %s", (said, name) => {
    expect(meantTool(said, tools)?.name).toBe(name);
  });

  test.each(["what is a neap tide?", "search for tides", "get it", ""])("%j means none", (said) => {
    expect(meantTool(said, tools)).toBeUndefined();
  });

  test("the best come first, of equals the first declared", () => {
    expect(rankTools("echoes", tools).map((match) => match.tool.name)).toEqual([
      "everything__echo",
      "everything-http__echo",
    ]);
  });

  test("words that only name the tool are not its arguments", () => {
    expect(withoutToolWords("echo hello there", "everything__echo")).toBe("hello there");
    expect(withoutToolWords("run the echo tool", "everything__echo")).toBe("");
  });
});

const page = `# Bread

A starter is flour and water. It needs care! Is it hard? No.

## Care

- Feed it once a day.
- Keep it [warm](warm.md).

\`\`\`js
const notText = 1;
\`\`\`
`;

describe("summaries", () => {
  test("are made of the sentences of the running text", () => {
    expect(sentencesOf(page)).toEqual([
      "A starter is flour and water.",
      "It needs care!",
      "Is it hard?",
      "No.",
      "Feed it once a day.",
      "Keep it warm.",
    ]);
    const summary = summarise(page, 2);
    expect(summary).toHaveLength(2);
    for (const sentence of summary) expect(sentencesOf(page)).toContain(sentence);
  });

  test("prefer what was asked for", () => {
    expect(summarise(page, 1, "feed day")).toEqual(["Feed it once a day."]);
  });

  test("stand below the title, and take the place of the one before", () => {
    const once = withSummary("# Bread\n\nText.\n", ["One."]);
    expect(once).toBe("# Bread\n\n## Summary\n\n- One.\n\nText.\n");
    expect(withSummary(once, ["Two."])).toBe("# Bread\n\n## Summary\n\n- Two.\n\nText.\n");
    expect(withSummary("Text.\n", ["One."])).toBe("## Summary\n\n- One.\n\nText.\n");
  });
});

describe("outlines", () => {
  test("follow headings and lists, and no text of the page means anything to Mermaid", () => {
    expect(outlineDiagram('A "b" <c> #d', page)).toBe(
      [
        "flowchart LR",
        '  n0(["A &quot;b&quot; &lt;c&gt; &num;d"])',
        '  n0 --> n1["Care"]',
        '  n1 --> n2("Feed it once a day.")',
        '  n1 --> n3("Keep it warm.")',
      ].join("\n"),
    );
  });

  test("of a page of prose are its first sentences", () => {
    expect(outlineDiagram("T", "# T\n\nOne thing. Another thing.").split("\n")).toEqual([
      "flowchart LR",
      '  n0(["T"])',
      '  n0 --> n1["One thing."]',
      '  n1 --> n2["Another thing."]',
    ]);
  });
});
