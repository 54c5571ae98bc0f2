import { mcpUiFrameAttributes, resolveWidgetSrc, sanitizeSandbox } from "@x/ui-view";
import { describe, expect, test } from "vitest";

describe("the sandbox of a widget", () => {
  test.each([
    [undefined, "allow-scripts"],
    ["", "allow-scripts"],
    ["allow-forms", "allow-scripts allow-forms"],
    ["allow-same-origin", "allow-scripts"],
    ["ALLOW-Same-Origin\tallow-FORMS\nallow-forms", "allow-scripts allow-forms"],
    ["allow-same-origin\fallow-popups allow-scripts", "allow-scripts allow-popups"],
  ])("%j becomes %j", (given, safe) => {
    expect(sanitizeSandbox(given)).toBe(safe);
  });
});

describe("the address of a widget", () => {
  test.each([
    ["https://ui.example/view?uri=ui%3A%2F%2Fa", "https://ui.example/view?uri=ui%3A%2F%2Fa&theme=dark"],
    ["ui://e2e/widget.html", "ui://e2e/widget.html?theme=dark"],
    ["/ui?uri=ui%3A%2F%2Fa&theme=light#top", "/ui?uri=ui%3A%2F%2Fa&theme=dark#top"],
    ["ui/route", "ui/route?theme=dark"],
    ["../ui?x=1", "../ui?x=1&theme=dark"],
    ["//ui.example/view", "//ui.example/view?theme=dark"],
    ["http://[", "http://["],
    ["", ""],
  ])("%s becomes %s", (src, resolved) => {
    expect(resolveWidgetSrc(src, "dark")).toBe(resolved);
  });
});

test("a widget's frame is sandboxed, sends no referrer and has a name", () => {
  const props = { src: "/ui?uri=ui%3A%2F%2Fshop%2Fcart", theme: "dark", sandbox: "allow-same-origin" };
  expect(mcpUiFrameAttributes(props)).toEqual({
    src: "/ui?uri=ui%3A%2F%2Fshop%2Fcart&theme=dark",
    title: "MCP UI widget",
    sandbox: "allow-scripts",
    loading: "lazy",
    referrerpolicy: "no-referrer",
  });
});
