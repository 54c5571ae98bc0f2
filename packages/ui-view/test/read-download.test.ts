import { describe, expect, test } from "vitest";
import { readDownloads, safeFileName } from "../src/read-download.ts";

describe("the name of a download", () => {
  test.each([
    ["ui://shop/receipt.pdf", "receipt.pdf"],
    ["file:///a/b/c%20d.csv?x=1#y", "c d.csv"],
    ["a/..%2f..%2fetc%2fpasswd", "etcpasswd"],
    ["x/..\\..\\boot.ini", "boot.ini"],
    ["x/.bashrc", "bashrc"],
    ["x/evil\u202Efdp.exe", "evilfdp.exe"],
    ["x/a\u0000b\n.txt", "ab.txt"],
    ["x/CON.txt", "download.txt"],
    ["x/lpt1", "download"],
    ["x/%zz.txt", "%zz.txt"],
    ["x/", "download"],
    ["x/...", "download"],
    [undefined, "download"],
    [`x/${"a".repeat(500)}.html`, `${"a".repeat(115)}.html`],
  ])("of %j is %j", (uri, name) => {
    expect(safeFileName(uri)).toBe(name);
  });
});

describe("the files of a download", () => {
  const item = (resource: object) => ({ type: "resource", resource });

  test("are the embedded ones, as bytes", () => {
    const read = readDownloads(
      [
        item({ uri: "x/a.txt", mimeType: "text/plain", text: "日本" }),
        item({ uri: "x/b.bin", blob: "AP8=" }),
      ],
      100,
    );
    expect(read).toEqual({
      ok: true,
      files: [
        { name: "a.txt", mimeType: "text/plain", bytes: new TextEncoder().encode("日本") },
        { name: "b.bin", mimeType: "application/octet-stream", bytes: new Uint8Array([0, 255]) },
      ],
    });
  });

  test.each([
    [[{ type: "resource_link", uri: "https://evil.example/x" }]],
    [[item({ uri: "x", blob: "not base64!" })]],
    [[item({ uri: "x", blob: "A" })]],
    [[item({ uri: "x" })]],
    [[null]],
    ["text"],
    [undefined],
  ])("are none in %j", (contents) => {
    expect(readDownloads(contents, 100)).toEqual({ ok: false, reason: "not-embedded" });
  });

  test("have a limit together", () => {
    const contents = [item({ uri: "x", text: "12345" }), item({ uri: "y", text: "67890" })];
    expect(readDownloads(contents, 10)).toMatchObject({ ok: true });
    expect(readDownloads(contents, 9)).toEqual({ ok: false, reason: "too-large" });
  });
});
