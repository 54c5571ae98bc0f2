import {
  buildAllow,
  buildViewCsp,
  extractUiResources,
  readToolUi,
  resolveUiDocument,
  splitToolsByAudience,
  uiMimeType,
} from "@x/ui-resources";
import { describe, expect, it } from "vitest";
import { scriptedView } from "./session/scripted-view.ts";

/** An array whose own methods lie and throw. */
class LyingList extends Array<unknown> {
  override slice(): never {
    throw new Error("sliced");
  }
  override filter(): never {
    throw new Error("filtered");
  }
  override entries(): never {
    throw new Error("entries");
  }
  override some(): boolean {
    return false;
  }
  override includes(): boolean {
    return true;
  }
}
const lying = LyingList.from(["app", "https://a.example; script-src *"]);
const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const ofLength = (length: unknown): unknown =>
  new Proxy([], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
const uri = "ui://a/b";
const documentWith = (meta: unknown) =>
  resolveUiDocument({ contents: [{ uri, mimeType: uiMimeType, text: "x", _meta: meta }] }, uri);

/** What broke this package once. */
describe("values that are not what they seem", () => {
  it.each<[string, unknown]>([
    ["an array with methods of its own", lying],
    ["a revoked array", revoked([])],
    ["a revoked object", revoked({})],
    ["an array of negative length", ofLength(-1)],
    ["an array whose length is a text", ofLength("9e9")],
    ["an array whose length is not a number", ofLength(Number.NaN)],
    ["an array of the greatest length", new Array(2 ** 32 - 1)],
    ["bytes", new Uint8Array(1024)],
  ])("%s", async (_what, value) => {
    expect(readToolUi({ _meta: { ui: { visibility: value } } }).visibility).not.toContain("model");
    expect(readToolUi({ _meta: value }).problems.every(({ code }) => code === "unreadable")).toBe(true);
    expect(splitToolsByAudience([value, { name: "good" }] as object[]).model).toContainEqual({
      name: "good",
    });
    expect(extractUiResources({ content: [{ type: "resource", resource: value }] }).resources).toEqual([]);
    for (const meta of [value, { ui: value }, { ui: { csp: value, permissions: value } }]) {
      const resolved = await documentWith(meta);
      expect(resolved).toMatchObject({ ok: true });
      expect(JSON.parse(JSON.stringify(resolved))).toEqual(resolved);
    }
    const { header } = buildViewCsp({ connectDomains: value, frameDomains: value } as never, {
      profile: "strict",
    });
    expect(header).toBe(buildViewCsp(undefined, { profile: "strict" }).header);
    expect(buildAllow({ camera: value } as never).granted).toEqual([]);
    const view = scriptedView();
    view.start();
    view.post(value);
    view.request("tools/call", { name: "read_stock", arguments: value }, 1);
    view.event({ type: "tool-result", result: value });
    view.event({ type: "host-context", context: value as never });
    expect(view.inbox.at(-1)).toMatchObject({ method: "ui/notifications/tool-result" });
    expect(view.session.state.phase).toBe("ready");
  });

  it("a URI that is no text is refused without being read", async () => {
    const nasty = {
      toString: () => {
        throw new Error("read me not");
      },
    };
    expect(await resolveUiDocument({}, nasty as never)).toMatchObject({ problem: { code: "invalid-uri" } });
  });
});

describe("what would keep a page busy", () => {
  it.each<[string, unknown]>([
    ["megabytes as bytes", new Uint8Array(8 * 1024 * 1024)],
    ["a million numbers", Array.from({ length: 1_000_000 }, () => 0)],
  ])("%s in a message of a view is dropped", (_what, value) => {
    const view = scriptedView();
    view.start();
    view.request("ui/update-model-context", { structuredContent: { value } }, 1);
    expect(view.answerTo(1)).toBeUndefined();
    expect(view.session.state.modelContext).toBeUndefined();
    expect(view.audits().at(-1)).toMatchObject({ outcome: "dropped" });
  });

  it("a large table and a large file are not", () => {
    const view = scriptedView({ draft: true });
    view.start();
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, half: index / 2 }));
    view.event({ type: "tool-result", result: { content: [], structuredContent: { rows } } });
    expect(view.session.state.toolResult).toMatchObject({ structuredContent: { rows } });
    const file = { uri: "file:///a.bin", blob: "A".repeat(4 * 1024 * 1024) };
    const out = view.request("ui/download-file", { contents: [{ type: "resource", resource: file }] });
    expect(out.some(({ type }) => type === "request")).toBe(true);
  });
});
