import { describe, expect, test } from "vitest";
import { readIntent } from "../../src/planner/intent.ts";

const tools = ["everything__echo", "budget-allocator__get-budget-data"];

describe("what a person wants", () => {
  test.each([
    ["/help", { kind: "help" }],
    ["/nonsense", { kind: "help" }],
    ["/search spring tide", { kind: "search", query: "spring tide" }],
    ["search for yeast", { kind: "search", query: "yeast" }],
    ["/read", { kind: "read", page: "home.md" }],
    ["Read the page Tides", { kind: "read", page: "Tides" }],
    ["/summary", { kind: "summary", page: "home.md", write: false }],
    ["Summarise Tides", { kind: "summary", page: "Tides", write: false }],
    ["please summarize this page", { kind: "summary", page: "home.md", write: false }],
    ["Give me a short summary of the page Tides.", { kind: "summary", page: "Tides", write: false }],
    ["summarise Tides and write it to the page", { kind: "summary", page: "Tides", write: true }],
    ["/add tides: More water.", { kind: "add", page: "tides", text: "More water." }],
    ["/add More water.", { kind: "add", page: "home.md", text: "More water." }],
    ['add "More water." to tides', { kind: "add", page: "tides", text: "More water." }],
    ["Draw a diagram of Tides", { kind: "diagram", page: "Tides", mermaid: undefined }],
    ["draw a diagram", { kind: "diagram", page: "home.md", mermaid: undefined }],
    ["flowchart LR\n a-->b", { kind: "diagram", page: "", mermaid: "flowchart LR\n a-->b" }],
    ["draw\n```mermaid\ngraph TD\n```", { kind: "diagram", page: "", mermaid: "graph TD" }],
    ["put it on the page", { kind: "put", page: "home.md" }],
    ["put the diagram on Tides", { kind: "put", page: "Tides" }],
    ["/put tides.md", { kind: "put", page: "tides.md" }],
    ["/tools sum", { kind: "tools", words: "sum" }],
    ["/call everything__echo hi there", { kind: "call", tool: "everything__echo", text: "hi there" }],
    ["/everything__echo hi", { kind: "call", tool: "everything__echo", text: "hi" }],
    ["what is a neap tide?", { kind: "free", text: "what is a neap tide?" }],
  ])("%j", (said, intent) => {
    expect(readIntent(said, "home.md", tools)).toEqual(intent);
  });

  test("without a page that is looked at, none is guessed", () => {
    expect(readIntent("summarise this page", undefined, tools)).toMatchObject({ page: "" });
  });
});
