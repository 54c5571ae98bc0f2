import { checkLink } from "@x/ui-view";
import { describe, expect, test } from "vitest";

describe("a link that a view wants opened", () => {
  test.each([
    ["https://shop.example/cart?a=1#b", "https://shop.example/cart?a=1#b", "shop.example"],
    ["HTTPS://Shop.Example:8443", "https://shop.example:8443/", "shop.example:8443"],
    ["  https:\\\\shop.example\\x ", "https://shop.example/x", "shop.example"],
    ["https:shop.example", "https://shop.example/", "shop.example"],
    ["https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"],
  ])("%j opens as a browser reads it", (address, href, host) => {
    expect(checkLink(address)).toEqual({ ok: true, href, host });
  });

  test.each([
    ["http://shop.example/", "scheme"],
    ["mailto:a@shop.example", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["JaVa\tscr\nipt:alert(1)", "scheme"],
    ["data:text/html,x", "scheme"],
    ["blob:https://shop.example/1", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["smb://host/share", "scheme"],
    ["vscode://file/x", "scheme"],
    ["ui://shop/cart", "scheme"],
    ["about:blank", "scheme"],
    ["//shop.example/x", "not-an-address"],
    ["/cart", "not-an-address"],
    ["cart", "not-an-address"],
    ["", "not-an-address"],
    [`https://shop.example/${"a".repeat(9_000)}`, "not-an-address"],
    [undefined, "not-an-address"],
    [{ href: "https://shop.example" }, "not-an-address"],
    ["https://bank.example@evil.example/", "credentials"],
    ["https://a:b@evil.example/", "credentials"],
  ])("%j is refused", (address, reason) => {
    expect(checkLink(address)).toEqual({ ok: false, reason });
  });

  test("http and mailto open where the page says so", () => {
    expect(checkLink("http://shop.example/", ["http"])).toMatchObject({ ok: true, host: "shop.example" });
    expect(checkLink("mailto:a@shop.example", ["mailto"])).toMatchObject({ ok: true, host: "" });
    expect(checkLink("javascript:alert(1)", ["http", "mailto"])).toMatchObject({ ok: false });
  });
});
