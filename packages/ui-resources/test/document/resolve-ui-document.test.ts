import { createHash } from "node:crypto";
import { resolveUiDocument } from "@x/ui-resources";
import { describe, expect, it } from "vitest";

const uri = "ui://shop/view.html";
const mimeType = "text/html;profile=mcp-app";
const html = "<!doctype html><title>日本 café</title>";
const item = (more: object = {}) => ({ uri, mimeType, text: html, ...more });
const trap = (): never => {
  throw new Error("read me not");
};

async function problemOf(contents: unknown, options = {}) {
  const resolved = await resolveUiDocument({ contents }, uri, options);
  return resolved.ok ? "none" : resolved.problem.code;
}

async function documentOf(contents: unknown, options = {}) {
  const resolved = await resolveUiDocument({ contents }, uri, options);
  if (!resolved.ok) throw new Error(resolved.problem.message);
  return resolved.document;
}

describe("the body", () => {
  it("is the same from text and from a blob, non-Latin letters included", async () => {
    const blob = Buffer.from(html).toString("base64");
    const fromText = await documentOf([item()]);
    const fromBlob = await documentOf([item({ text: undefined, blob })]);
    expect(fromBlob).toEqual(fromText);
    expect(fromText.html).toBe(html);
    expect(fromText.digest).toBe(createHash("sha256").update(html, "utf8").digest("hex"));
    expect(fromText.lengthBytes).toBe(Buffer.byteLength(html));
    expect(Object.isFrozen(fromText)).toBe(true);
  });

  it("may have line breaks in its base64", async () => {
    const blob = Buffer.from(html.repeat(20)).toString("base64").replace(/.{76}/g, "$&\r\n");
    expect((await documentOf([item({ text: undefined, blob })])).html).toBe(html.repeat(20));
  });

  it.each([
    ["no-body", { text: undefined }],
    ["no-body", { text: "", blob: "" }],
    ["no-body", { text: 7, blob: {} }],
    ["invalid-encoding", { text: undefined, blob: "a" }],
    ["invalid-encoding", { text: undefined, blob: "ab-_" }],
    ["invalid-encoding", { text: undefined, blob: "<p>" }],
    ["invalid-encoding", { text: undefined, blob: Buffer.from([0xff, 0xfe, 0x80]).toString("base64") }],
  ])("is refused as %s (%#)", async (code, more) => {
    expect(await problemOf([item(more)])).toBe(code);
  });

  it("has a limit in bytes", async () => {
    const limits = { maxDocumentBytes: 30 };
    const text = "é".repeat(15);
    expect(await problemOf([item({ text })], { limits })).toBe("none");
    expect(await problemOf([item({ text: `${text}.` })], { limits })).toBe("too-large");
    const blob = (body: string) => ({ text: undefined, blob: Buffer.from(body).toString("base64") });
    expect(await problemOf([item(blob(text))], { limits })).toBe("none");
    expect(await problemOf([item(blob(`${text}.`))], { limits })).toBe("too-large");
    expect(await problemOf([item({ text: "x".repeat(9 * 1024 * 1024) })])).toBe("too-large");
    expect(await problemOf([item({ text: "x".repeat(8 * 1024 * 1024) })])).toBe("none");
  });
});

describe("bytes in UTF-8", () => {
  it.each(["a", "é", "€", "😀", "a😀é€", "\ud800", "\udc00", "\ud800\ud800\udc00", "\udc00\ud800"])(
    "of %j are counted exactly",
    async (text) => {
      const bytes = Buffer.byteLength(text);
      const problem = (maxDocumentBytes: number) =>
        problemOf([item({ text })], { limits: { maxDocumentBytes } });
      expect(await problem(bytes)).toBe("none");
      expect(await problem(bytes - 1)).toBe("too-large");
      expect((await documentOf([item({ text })])).lengthBytes).toBe(bytes);
    },
  );
});

describe("the MIME type", () => {
  it.each(["text/html", "text/html; profile=mcp-app", "TEXT/HTML;profile=mcp-app", "", undefined, ["x"]])(
    "%j is refused",
    async (other) => {
      expect(await problemOf([item({ mimeType: other })])).toBe("unsupported-mime-type");
    },
  );

  it("can be another one that the host names", async () => {
    const mimeTypes = ["text/html"];
    expect(await problemOf([item({ mimeType: "text/html" })], { mimeTypes })).toBe("none");
    expect(await problemOf([item()], { mimeTypes })).toBe("unsupported-mime-type");
  });
});

describe("the content item", () => {
  it("is that of the URI, wherever it is in the list", async () => {
    const other = item({ uri: "ui://shop/other", text: "other" });
    expect((await documentOf([null, other, item()])).html).toBe(html);
    expect(await problemOf([other])).toBe("not-found");
  });

  it("may come in the contents alone, as a pool's readResource gives them", async () => {
    expect(await resolveUiDocument([null, item()], uri)).toMatchObject({ ok: true, document: { html } });
    expect(await resolveUiDocument([], uri)).toMatchObject({ problem: { code: "not-found" } });
  });

  it("may spell the scheme in another case, and nothing else", async () => {
    expect(await problemOf([item({ uri: "UI://shop/view.html" })])).toBe("none");
    expect(await problemOf([item({ uri: "ui://SHOP/view.html" })])).toBe("not-found");
  });

  it.each([undefined, null, 7, "x", {}, [], [null], [[]]])("%j holds none", async (contents) => {
    expect(await problemOf(contents)).toBe("not-found");
  });

  it("may be unreadable", async () => {
    const bad = Object.defineProperty({ mimeType, text: html }, "uri", { get: trap });
    expect(await problemOf([bad, item()])).toBe("none");
    expect(await problemOf([Object.defineProperty({ uri }, "mimeType", { get: trap })])).toBe("unreadable");
    const answer = Object.defineProperty({}, "contents", { get: trap });
    expect(await resolveUiDocument(answer, uri)).toMatchObject({ problem: { code: "unreadable" } });
    for (const answer of [undefined, null, "x", []])
      expect(await resolveUiDocument(answer, uri)).toMatchObject({ problem: { code: "not-found" } });
  });

  it("is asked for by a ui:// URI only", async () => {
    expect(await resolveUiDocument({}, "https://a.example")).toMatchObject({
      problem: { code: "invalid-uri" },
    });
  });
});

describe("metadata", () => {
  const listed = { ui: { csp: { connectDomains: ["https://l.example"] }, prefersBorder: true, domain: "l" } };
  const own = { ui: { csp: { connectDomains: ["https://c.example"] }, permissions: { camera: {} } } };

  it.each([
    ["nowhere", undefined, undefined, {}],
    ["on the list entry", undefined, listed, listed.ui],
    ["on the content item", own, undefined, own.ui],
    ["on both", own, listed, { ...listed.ui, ...own.ui }],
  ])("%s", async (_where, _meta, listMeta, expected) => {
    const listEntry = listMeta === undefined ? undefined : { uri, name: "v", _meta: listMeta };
    const { csp, permissions, prefersBorder, domain } = await documentOf([item({ _meta })], { listEntry });
    expect({ csp, permissions, prefersBorder, domain }).toEqual({
      csp: undefined,
      permissions: undefined,
      prefersBorder: undefined,
      domain: undefined,
      ...expected,
    });
  });

  it("is read from the keys of OpenAI where MCP Apps says nothing", async () => {
    const old = {
      "openai/widgetCSP": { connect_domains: ["https://o.example"], resource_domains: ["https://r.example"] },
      "openai/widgetPrefersBorder": true,
      "openai/widgetDomain": "https://chat.example",
    };
    expect(await documentOf([item({ _meta: old })])).toMatchObject({
      csp: { connectDomains: ["https://o.example"], resourceDomains: ["https://r.example"] },
      prefersBorder: true,
      domain: "https://chat.example",
    });
    const both = { ...old, ui: { csp: {} } };
    expect((await documentOf([item({ _meta: both })])).csp).toEqual({});
  });

  it("that is malformed declares nothing, and is named", async () => {
    const _meta = {
      ui: {
        csp: { connectDomains: "https://a.example", frameDomains: [7, "https://f.example", {}] },
        permissions: ["camera"],
        prefersBorder: "yes",
        domain: 7,
      },
    };
    const document = await documentOf([item({ _meta })]);
    expect(document.csp).toEqual({ frameDomains: ["https://f.example"] });
    expect(document.permissions).toBeUndefined();
    expect(document).not.toHaveProperty("prefersBorder");
    expect(document).not.toHaveProperty("domain");
    expect(document.problems.map(({ at }) => at)).toEqual([
      "content._meta.ui.csp.connectDomains",
      "content._meta.ui.csp.frameDomains",
      "content._meta.ui.permissions",
    ]);
    expect(
      (await documentOf([item({ _meta: { ui: { csp: "x" } } })], { listEntry: { _meta: listed } })).csp,
    ).toEqual({});
  });

  it("that cannot be read declares nothing, and is named", async () => {
    const _meta = { ui: new Proxy({}, { get: trap }) };
    expect(await documentOf([item({ _meta })])).toMatchObject({
      problems: [{ code: "unreadable", at: "content._meta.ui" }],
    });
  });

  it("has an end", async () => {
    const connectDomains = Array.from({ length: 1_000 }, (_, index) => `https://a${index}.example`);
    const document = await documentOf([item({ _meta: { ui: { csp: { connectDomains } } } })]);
    expect(document.csp?.connectDomains).toHaveLength(64);
    expect(document.problems).toMatchObject([{ code: "too-large" }]);
  });
});

describe("the digest", () => {
  it("can be handed in", async () => {
    const digest = async (bytes: Uint8Array) => new Uint8Array([bytes.length % 256, 1]);
    expect((await documentOf([item()], { digest })).digest).toBe(
      `${(Buffer.byteLength(html) % 256).toString(16).padStart(2, "0")}01`,
    );
  });

  it("rejects with what the caller's own digest rejects with, and with the reason of an abort", async () => {
    const digest = () => Promise.reject(new Error("no hash today"));
    await expect(resolveUiDocument({ contents: [item()] }, uri, { digest })).rejects.toThrow("no hash today");
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(resolveUiDocument({ contents: [item()] }, uri, { signal })).rejects.toThrow("gone");
    const late = new AbortController();
    const slow = async () => {
      late.abort(new Error("late"));
      return new Uint8Array(32);
    };
    await expect(
      resolveUiDocument({ contents: [item()] }, uri, { signal: late.signal, digest: slow }),
    ).rejects.toThrow("late");
  });

  it("is missing on a page without WebCrypto, which is said", async () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    if (real === undefined) throw new Error("this runtime has no crypto");
    Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
    try {
      expect(await problemOf([item()])).toBe("no-digest");
    } finally {
      Object.defineProperty(globalThis, "crypto", real);
    }
  });
});
