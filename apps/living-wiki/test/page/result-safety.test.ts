import { describe, expect, test } from "vitest";
import { base64Bytes, toMedia } from "../../web/src/result/media.ts";
import { fileName } from "../../web/src/result/save-file.ts";
import { webLink } from "../../web/src/result/web-link.ts";
import { parseRoute, serverHref, toolHref } from "../../web/src/shell/route.ts";

describe("toMedia", () => {
  test.each(["image/png", "IMAGE/PNG", "image/png; charset=x", "audio/wav", "audio/mpeg"])(
    "shows %s",
    (type) => {
      expect(toMedia(type, "AAEC")).toMatchObject({
        url: expect.stringMatching(/^data:(image|audio)\/\w+;base64,AAEC$/),
      });
    },
  );

  test.each(["image/svg+xml", "text/html", "application/pdf", "image/png,<svg>", "video/mp4", "", undefined])(
    "does not show %s",
    (type) => {
      expect(toMedia(type, "AAEC").kind).toBe("none");
    },
  );

  test.each(['"onerror="x', "AA,EC", "AA#", "data:text/html;base64,AA"])("refuses %s as data", (data) => {
    expect(toMedia("image/png", data).kind).toBe("none");
  });

  test("counts the bytes that base64 stands for", () => {
    for (const size of [0, 1, 2, 3, 100])
      expect(base64Bytes(Buffer.alloc(size).toString("base64"))).toBe(size);
  });
});

test.each([
  ["https://example.com/a b", "https://example.com/a%20b"],
  ["http://example.com", "http://example.com/"],
  ["javascript:alert(1)", undefined],
  ["JaVaScRiPt:alert(1)", undefined],
  ["java\nscript:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["file:///etc/passwd", undefined],
  ["smb://host/share", undefined],
  ["//example.com", undefined],
  ["demo://resource/1", undefined],
])("webLink(%j) is %j", (uri, href) => {
  expect(webLink(uri)).toBe(href);
});

test.each([
  ["test://a/data.bin", "application/octet-stream", "data.bin"],
  ["file:///a/../../.bashrc", "text/plain", "download.plain"],
  ["test://a/b%2fc", "image/png", "download.png"],
  ["x", "../../evil", "x"],
  ["", "../../evil", "download.bin"],
])("fileName(%j, %j) is %j", (uri, type, name) => {
  expect(fileName(uri, type)).toBe(name);
});

test("a route survives the address bar, whatever a server calls itself", () => {
  const odd = "a/b ?#%日本";
  expect(parseRoute(serverHref(odd))).toEqual({ view: "server", serverId: odd });
  expect(parseRoute(toolHref(odd))).toEqual({ view: "tool", name: odd });
  expect(parseRoute("#/tools/%")).toEqual({ view: "home" });
  expect(parseRoute("#token=abc")).toEqual({ view: "home" });
});
