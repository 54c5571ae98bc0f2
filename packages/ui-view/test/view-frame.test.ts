import type { McpViewSession } from "@x/ui-view";
import { describe, expect, test } from "vitest";
import { viewIdentity } from "../src/mcp-view-session.ts";
import { allowOf, grantedTo, titlesOf } from "../src/view-frame.ts";

const record = {
  uri: "ui://shop/cart",
  src: "ui://shop/cart",
  source: "tool-meta",
  serverId: "shop",
} as const;
const document = { uri: record.uri, html: "", mimeType: "", digest: "d1", lengthBytes: 0, problems: [] };

describe("the permissions of a frame", () => {
  const session: McpViewSession = {
    record,
    document: { ...document, permissions: { camera: {}, clipboardWrite: {} } },
  };

  test("are what the document declares and the page grants", () => {
    expect(allowOf(grantedTo(session, ["camera", "microphone", "clipboardWrite"]))).toBe(
      "camera; clipboard-write",
    );
    expect(allowOf(grantedTo(session, ["microphone"]))).toBe("");
    expect(allowOf(grantedTo(session))).toBe("");
    expect(allowOf(grantedTo({ record }, ["camera"]))).toBe("");
  });

  test("have no other names", () => {
    const odd = { record, document: { ...document, permissions: { constructor: {}, usb: {} } } };
    expect(grantedTo(odd as unknown as McpViewSession, ["usb", "constructor"] as never)).toEqual({});
  });
});

test("a view is called by its title, else by its tool's, else by its address", () => {
  const tool = { name: "show_cart", title: "Cart" };
  expect(titlesOf({ record, tool, title: "Your cart", serverName: "Shop" })).toEqual(["Shop", "Your cart"]);
  expect(titlesOf({ record, tool })).toEqual(["shop", "Cart"]);
  expect(titlesOf({ record, tool: { name: "show_cart" } })).toEqual(["shop", "show_cart"]);
  expect(titlesOf({ record })).toEqual(["shop", "ui://shop/cart"]);
});

describe("the identity of a view", () => {
  const called = { ...record, toolCallId: "1" };

  test("is that of its call and its document", () => {
    const one = viewIdentity({ record: called, document }, "x");
    expect(viewIdentity({ record: structuredClone(called), document: { ...document } }, "y")).toBe(one);
    expect(viewIdentity({ record: { ...called, toolCallId: "2" }, document }, "x")).not.toBe(one);
    expect(viewIdentity({ record: called, document: { ...document, digest: "d2" } }, "x")).not.toBe(one);
    expect(viewIdentity({ record: { ...called, serverId: "other" }, document }, "x")).not.toBe(one);
    expect(viewIdentity({ record: { ...called, digest: "d1" } }, "x")).toBe(one);
  });

  test("is that of its element where the call has no id", () => {
    expect(viewIdentity({ record }, "x")).toBe(viewIdentity({ record }, "x"));
    expect(viewIdentity({ record }, "x")).not.toBe(viewIdentity({ record }, "y"));
  });
});
