import { createToolRegistry, registerMcpTools, type ToolTextChange } from "@x/tools";
import { describe, expect, it } from "vitest";
import { cleanText } from "../src/text/clean-text.ts";
import { fakePort, fakeTool } from "./fixtures/fake-port.ts";

describe("a text for a model", () => {
  it.each([
    ["control characters", "a\u0000b\u001B[31mc\u007F", "ab[31mc"],
    ["bidirectional overrides", "a\u202Eb\u2066c", "abc"],
    ["zero-width characters", "a\u200Bb\u2060c\uFEFF", "abc"],
    ["tags, in which text can be hidden", "a\u{E0049}\u{E0047}", "a"],
    ["variation selectors of the supplement", "a\u{E0100}\u{E01EF}", "a"],
    ["joiners between Latin letters", "i\u200Dg\u200Cn", "ign"],
  ])("has no %s", (_what, text, shown) => {
    expect(cleanText(text, 1000)).toMatchObject({ text: shown, cutBytes: 0 });
    expect(cleanText(text, 1000).removed).toBeGreaterThan(0);
  });

  it.each([
    "a line\n\tand a tab",
    "windows\r\nline".replace("\r", ""),
    "👩‍👩‍👧 family",
    "می‌خواهم",
    "naïve Größe 日本語 ❤️",
  ])("keeps what people write: %j", (text) => {
    expect(cleanText(text, 1000)).toEqual({ text, removed: 0, cutBytes: 0 });
  });

  it("is cut between characters, and says by how much", () => {
    const { text, cutBytes } = cleanText("€".repeat(100), 200);
    const [kept = ""] = text.split("\n");
    expect(kept).toBe("€".repeat(kept.length));
    expect(cutBytes).toBe(300 - kept.length * 3);
    expect(text).toContain(`${cutBytes} more bytes`);
  });
});

describe("registered tools", () => {
  it("have clean descriptions, and every change of one is told", async () => {
    const heard: ToolTextChange[] = [];
    const registry = createToolRegistry();
    const port = fakePort("docs", [
      fakeTool("plain", { description: "Says it." }),
      fakeTool("hidden", { description: "Says\u200B it.\u{E0041}" }),
      fakeTool("long", { title: "T".repeat(300), description: "x".repeat(20_000) }),
    ]);
    const registration = await registerMcpTools(registry, port, {
      onTextChange: (change) => heard.push(change),
    });
    expect(registry.get("docs__plain")?.description).toBe("Says it.");
    expect(registry.get("docs__hidden")?.description).toBe("Says it.");
    expect(new TextEncoder().encode(registry.get("docs__long")?.description).length).toBeLessThanOrEqual(
      8192,
    );
    expect(
      heard.map(({ serverToolName, field, removedCharacters }) => [serverToolName, field, removedCharacters]),
    ).toEqual([
      ["hidden", "description", 2],
      ["long", "title", 0],
      ["long", "description", 0],
    ]);
    expect(registration.textChanges).toEqual(heard);
    await registration.stop();
    expect(registration.textChanges).toEqual([]);
  });
});
