import { describe, expect, test } from "vitest";
import type { McpSandboxAuditEvent, McpSandboxThemes } from "../../src/index.ts";
import { createMcpSandboxHandler } from "../../src/index.ts";
import { html } from "../fixtures/sandbox.ts";

const dark = { "--color-text-primary": "#eee", "--ns-accent": "rebeccapurple" };
const light = { "--color-text-primary": "#111" };

/** What a document is served with for a theme. */
async function styleFor(themes: McpSandboxThemes, theme: string | undefined, defaultThemeName?: string) {
  const events: McpSandboxAuditEvent[] = [];
  const handler = createMcpSandboxHandler({
    resolveResource: () => html,
    themes,
    onAudit: (event) => events.push(event),
    ...(defaultThemeName === undefined ? {} : { defaultThemeName }),
  });
  const query = theme === undefined ? "" : `&theme=${encodeURIComponent(theme)}`;
  const response = await handler(new Request(`https://a.example/?uri=ui://a/b${query}`));
  const page = await response.text();
  return {
    css: /<style>(.*?)<\/style>/.exec(page)?.[1],
    theme: events[0]?.theme,
    refused: events[0]?.refusedTokens,
  };
}

describe("the theme", () => {
  test("is the one that is asked for, its tokens in order, stronger than an app's own defaults", async () => {
    const { css } = await styleFor({ light, dark }, "dark");
    expect(css).toBe(
      ':root[data-theme="dark"]{color-scheme:dark;--color-text-primary:#eee;--ns-accent:rebeccapurple}',
    );
  });

  test.each([
    ["an unknown one", "neon"],
    ["an inherited key", "constructor"],
    ["a key of the prototype", "__proto__"],
    ["markup", 'x"><script>'],
    ["none", undefined],
  ])("falls back for %s: the default, else the first of a record", async (_, theme) => {
    expect((await styleFor({ light, dark }, theme, "dark")).theme).toBe("dark");
    expect((await styleFor({ light, dark }, theme)).theme).toBe("light");
    expect((await styleFor({ light, default: dark }, theme)).theme).toBe("default");
    expect((await styleFor({}, theme)).css).toBeUndefined();
  });

  test("comes from a function, which is asked for the default when it has none", async () => {
    const asked: string[] = [];
    const find = async (name: string) => {
      asked.push(name);
      return name === "dusk" ? dark : null;
    };
    expect((await styleFor(find, "neon", "dusk")).theme).toBe("dusk");
    expect(asked).toEqual(["neon", "dusk"]);
    expect((await styleFor(find, "neon")).css).toBeUndefined();
  });

  test("may say its color scheme itself", async () => {
    expect((await styleFor({ dusk: { "color-scheme": "dark" } }, "dusk")).css).toContain(
      "{color-scheme:dark}",
    );
    expect((await styleFor({ dusk: {} }, "dusk")).css).toContain("{color-scheme:light dark}");
    expect((await styleFor({ dusk: { "color-scheme": "x;}" } }, "dusk")).refused).toEqual(["color-scheme"]);
  });
});

describe("a token", () => {
  test.each([
    "#fff",
    "rgb(0 0 0 / 50%)",
    "light-dark(#fff, #000)",
    "calc(1rem * 1.5)",
    "var(--ns-other, 2px)",
    '"Noto Sans JP", "微软雅黑", sans-serif',
    "0 1px 2px 0 rgba(0,0,0,.05)",
    "-0.5px",
    "URL (x)",
  ])("is taken: %s", async (value) => {
    const { css, refused } = await styleFor({ a: { "--ns-x": value } }, "a");
    expect(css).toContain(`--ns-x:${value}}`);
    expect(refused).toEqual([]);
  });

  test.each([
    "blue } body{display:none}",
    "blue; background: red",
    "</style><script>alert(1)</script>",
    "url(https://a.example/x)",
    "uRl(x)",
    'image-set("x" 1x)',
    "src('x')",
    "@import x",
    "red /* ",
    "\\75rl(x)",
    "rgb(0,0,0",
    "rgb 0,0,0)",
    '"open',
    "it's",
    "red !important",
    "a\nb",
    "",
    "x".repeat(513),
  ])("is left out, and named in the audit: %j", async (value) => {
    const { css, refused } = await styleFor({ a: { "--ns-x": value, "--ns-y": "1px" } }, "a");
    expect(css).toBe(':root[data-theme="a"]{color-scheme:light dark;--ns-y:1px}');
    expect(refused).toEqual(["--ns-x"]);
  });

  test("of another name is left out: neither a standard variable nor one with a prefix", async () => {
    const tokens = {
      "--color-text-primary": "a",
      "--color-mine": "b",
      "--evil": "c",
      color: "d",
      "--ns-{": "e",
    };
    const { css, refused } = await styleFor({ a: tokens }, "a");
    expect(css).toBe(':root[data-theme="a"]{color-scheme:light dark;--color-text-primary:a}');
    expect(refused).toEqual(["--color-mine", "--evil", "color", "--ns-{"]);
  });

  test("that is no text is left out", async () => {
    const { refused } = await styleFor({ a: { "--ns-x": 7 as never } }, "a");
    expect(refused).toEqual(["--ns-x"]);
  });
});
