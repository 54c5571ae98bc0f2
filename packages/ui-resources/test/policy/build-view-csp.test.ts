import { buildViewCsp, type UiCspDeclaration } from "@x/ui-resources";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const strict = { profile: "strict" } as const;
const sourcesOf = (header: string): Map<string, string[]> =>
  new Map(
    header.split("; ").map((part) => {
      const [directive = "", ...sources] = part.split(" ");
      return [directive, sources];
    }),
  );
const connect = (source: unknown, options: object = {}) =>
  buildViewCsp({ connectDomains: [source] } as UiCspDeclaration, { ...strict, ...options });

describe("the default", () => {
  it("is what the specification prescribes for a document that declares nothing", () => {
    const { header, accepted, refused } = buildViewCsp(undefined, strict);
    expect(header).toBe(
      "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
        "img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' data: blob:; connect-src 'none'; " +
        "frame-src 'none'; worker-src 'none'; manifest-src 'none'; object-src 'none'; base-uri 'self'; form-action 'none'",
    );
    expect([accepted, refused]).toEqual([[], []]);
    expect(buildViewCsp({}, strict).header).toBe(header);
    expect(buildViewCsp({ connectDomains: [], frameDomains: [] }, strict).header).toBe(header);
  });

  it("of compat adds eval, data: and blob:, and no origin", () => {
    const { header } = buildViewCsp(undefined, { profile: "compat" });
    expect(header).toContain(
      "script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data: blob:;",
    );
    expect(header).toContain("worker-src 'self' data: blob:;");
    expect(header).not.toMatch(/https?:|\*/);
  });
});

describe("declared origins", () => {
  it("go to the directives of their field and nowhere else", () => {
    const declared = {
      connectDomains: ["https://api.a.example", "wss://live.a.example"],
      resourceDomains: ["https://*.cdn.example"],
      frameDomains: ["https://frame.example:8443"],
      baseUriDomains: ["https://base.example"],
    };
    const { header, accepted, refused } = buildViewCsp(declared, strict);
    const sources = sourcesOf(header);
    expect(refused).toEqual([]);
    expect(sources.get("connect-src")).toEqual(["https://api.a.example", "wss://live.a.example"]);
    for (const directive of ["script-src", "style-src", "img-src", "font-src", "media-src"])
      expect(sources.get(directive)).toContain("https://*.cdn.example");
    expect(sources.get("frame-src")).toEqual(["https://frame.example:8443"]);
    expect(sources.get("base-uri")).toEqual(["https://base.example"]);
    expect(accepted).toHaveLength(2 + 5 + 1 + 1);
    expect(accepted[0]).toEqual({ directive: "connect-src", source: "https://api.a.example" });
  });

  it("are written once, in lower case, with https where no scheme is written", () => {
    const { accepted } = buildViewCsp(
      { connectDomains: ["HTTPS://API.Example.COM", "api.example.com", "https://api.example.com"] },
      strict,
    );
    expect(accepted).toEqual([{ directive: "connect-src", source: "https://api.example.com" }]);
  });

  it.each([
    "*",
    "https:",
    "https://",
    "https://*",
    "*.com",
    "https://*.com",
    "https://a.*.com",
    "https://*a.com",
    "https://a.com/",
    "https://a.com/path",
    "https://a.com?q",
    "https://a.com#f",
    "https://user@a.com",
    "https://a.com:0",
    "https://a.com:99999",
    "https://a.com:*",
    "https://a.com:",
    "https://-a.com",
    "https://a-.com",
    "https://a..com",
    "https://.a.com",
    "https://a.com.",
    "https://exämple.com",
    "https://a.com ",
    " https://a.com",
    "https://a.com https://evil.example",
    "https://a.com; script-src *",
    "https://a.com,https://evil.example",
    "https://a.com\r\nX-Evil: 1",
    "https://a.com\n",
    "'unsafe-eval'",
    "'self'",
    "'none'",
    "data:",
    "blob:",
    "ui://a.com",
    "ftp://a.com",
    "file:///etc",
    "javascript:alert(1)",
    "//a.com",
    "https:a.com",
    "https:\\\\a.com",
    "https://[::1]",
    "https://0x7f000001",
    "https://2130706433",
    "https://017700000001",
    "https://127.1",
    "https://1.2.3",
    "https://1.2.3.4.5",
    "https://256.1.1.1",
    "https://0x7f.0.0.1",
    "https://*.1.2.3.4",
    `https://${"a".repeat(64)}.com`,
    `https://${"a.".repeat(150)}com`,
    "",
    7,
    null,
    {},
    ["https://a.com"],
  ])("%j is refused", (source) => {
    const { accepted, refused, header } = connect(source);
    expect(accepted).toEqual([]);
    expect(refused).toMatchObject([{ code: "invalid-source", at: "csp.connectDomains[0]" }]);
    expect(header).toBe(buildViewCsp(undefined, strict).header);
  });

  it("of WebSockets belong into connectDomains", () => {
    const { accepted, refused } = buildViewCsp({ resourceDomains: ["wss://a.example"] }, strict);
    expect(accepted).toEqual([]);
    expect(refused).toMatchObject([{ code: "invalid-source" }]);
  });
});

describe("internal hosts", () => {
  const internal = [
    "http://localhost:3000",
    "https://localhost",
    "https://app.localhost",
    "https://127.0.0.1",
    "https://10.0.0.1",
    "https://172.16.0.1",
    "https://172.31.255.255",
    "https://192.168.1.1",
    "https://169.254.169.254",
    "https://100.64.0.1",
    "https://0.0.0.0",
    "https://224.0.0.1",
    "https://255.255.255.255",
    "https://intranet",
    "https://nas.local",
    "https://db.internal",
    "https://*.corp.internal",
    "https://metadata.google.internal",
    "https://router.home.arpa",
  ];

  it.each(internal)("%s needs the host's opt-in", (source) => {
    expect(connect(source).refused).toMatchObject([{ code: "private-source" }]);
    expect(connect(source, { allowPrivate: true })).toMatchObject({ accepted: [{ source }], refused: [] });
  });

  it.each(["https://172.15.0.1", "https://172.32.0.1", "https://8.8.8.8", "https://localhost.example.com"])(
    "%s is none",
    (source) => {
      expect(connect(source).accepted).toHaveLength(1);
    },
  );

  it.each(["http://a.example.com", "ws://a.example.com"])("%s is refused even then", (source) => {
    expect(connect(source, { allowPrivate: true }).refused).toMatchObject([{ code: "private-source" }]);
  });
});

describe("the host's policy", () => {
  it.each([
    ["https://api.a.com", ["https://api.a.com"], true],
    ["https://api.a.com", ["api.a.com"], true],
    ["https://api.a.com", ["*.a.com"], true],
    ["https://a.com", ["*.a.com"], false],
    ["https://*.a.com", ["api.a.com"], false],
    ["https://*.b.a.com", ["*.a.com"], true],
    ["https://api.a.com:8443", ["api.a.com"], true],
    ["https://api.a.com", ["api.a.com:8443"], false],
    ["wss://api.a.com", ["https://api.a.com"], false],
    ["https://nota.com", ["*.a.com"], false],
    ["https://api.a.com", [], false],
    ["https://api.a.com", ["not a pattern"], false],
  ])("%s is allowed by %j: %j", (source, allow, isAllowed) => {
    expect(connect(source, { allow }).accepted).toHaveLength(isAllowed ? 1 : 0);
  });

  it.each([
    ["https://api.a.com", ["api.a.com"], true],
    ["https://api.a.com", ["*.a.com"], true],
    ["https://*.a.com", ["evil.a.com"], true],
    ["https://*.com.example", ["a.com"], false],
    ["https://api.a.com", ["a.com"], false],
    ["wss://api.a.com", ["https://api.a.com"], false],
  ])("%s is denied by %j: %j", (source, deny, isDenied) => {
    expect(connect(source, { deny }).refused).toHaveLength(isDenied ? 1 : 0);
  });
});

describe("frame ancestors", () => {
  it("are origins of the host, internal ones included", () => {
    const frameAncestors = ["http://localhost:4000", "'self'", "https://*.host.example"];
    expect(buildViewCsp(undefined, { ...strict, frameAncestors }).header).toContain(
      "; frame-ancestors http://localhost:4000 'self' https://*.host.example",
    );
  });

  it("are nobody when none is left", () => {
    const { header, refused } = buildViewCsp(undefined, { ...strict, frameAncestors: ["*"] });
    expect(header).toContain("; frame-ancestors 'none'");
    expect(refused).toMatchObject([{ code: "invalid-source", at: "frameAncestors[0]" }]);
    expect(buildViewCsp(undefined, { ...strict, frameAncestors: [] }).header).toContain(
      "frame-ancestors 'none'",
    );
  });
});

describe("hostile declarations", () => {
  const trap = (): never => {
    throw new Error("read me not");
  };

  it.each([
    7,
    "x",
    [],
    { connectDomains: "https://a.com" },
    { connectDomains: {} },
    { connectDomains: new Proxy([], { get: trap }) },
    new Proxy({}, { get: trap }),
  ])("declare nothing and throw nothing (%#)", (csp) => {
    const { header, accepted } = buildViewCsp(csp as never, strict);
    expect(header).toBe(buildViewCsp(undefined, strict).header);
    expect(accepted).toEqual([]);
  });

  it("cannot make the header too long for servers", () => {
    const many = Array.from(
      { length: 500 },
      (_, index) => `https://${"a".repeat(60)}${index % 64}.example.com`,
    );
    const { header, refused } = buildViewCsp(
      { connectDomains: many, resourceDomains: many, frameDomains: many, baseUriDomains: many },
      strict,
    );
    expect(header.length).toBeLessThan(8_000);
    expect(refused.some(({ code }) => code === "too-large")).toBe(true);
  });

  it("never end a directive or the header, whatever they say", () => {
    const source = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.webUrl(),
      fc.domain(),
      fc.ipV4(),
      fc.tuple(fc.constantFrom("https://", "wss://", "", "*."), fc.string()).map(([a, b]) => a + b),
      fc.anything(),
    );
    const list = fc.array(source, { maxLength: 8 });
    const known = sourcesOf(buildViewCsp(undefined, strict).header);
    const origin = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/;
    fc.assert(
      fc.property(list, list, list, list, fc.boolean(), (a, b, c, d, allowPrivate) => {
        const csp = { connectDomains: a, resourceDomains: b, frameDomains: c, baseUriDomains: d };
        const { header } = buildViewCsp(csp as never, { ...strict, allowPrivate });
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        const sources = sourcesOf(header);
        expect([...sources.keys()]).toEqual([...known.keys()]);
        for (const [directive, list] of sources)
          for (const entry of list)
            expect(known.get(directive)?.includes(entry) === true || origin.test(entry)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
