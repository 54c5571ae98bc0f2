import { redactHeaders, redactText, redactUrl } from "@x/auth";
import fc from "fast-check";
import { expect, test } from "vitest";

test("a secret is taken out in every form it travels in", () => {
  const secret = "s3cr&t value/é";
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    Buffer.from(secret).toString("base64"),
    Buffer.from(`user:${secret}`).toString("base64"),
  ];
  const text = forms.map((form, index) => `${index}: ${form};`).join(" ");
  expect(redactText(text, [secret], ["user"])).toBe(
    forms.map((_, index) => `${index}: [redacted];`).join(" "),
  );
});

test("whatever the secret and the text around it, it is gone", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4 }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!"[redacted]".includes(secret));
      const redacted = redactText(`${before}${secret}${after}`, [secret]);
      const kept = redacted.replaceAll("[redacted]", "\uE000");
      expect(kept).not.toContain(secret);
    }),
  );
});

test("a text too short to be a secret is left alone", () => {
  expect(redactText("a cab", ["a", ""])).toBe("a cab");
});

test("a URL is shown without its credentials", () => {
  expect(redactUrl("https://u:p@h.test/mcp?code=c&state=s&page=2&API_KEY=k&mine=m", ["mine"])).toBe(
    "https://h.test/mcp?code=%5Bredacted%5D&state=%5Bredacted%5D&page=2&API_KEY=%5Bredacted%5D&mine=%5Bredacted%5D",
  );
});

test("headers are shown without their credentials", () => {
  expect(redactHeaders({ Authorization: "Bearer t", "X-Own": "k", accept: "*/*" }, ["x-own"])).toEqual({
    Authorization: "[redacted]",
    "X-Own": "[redacted]",
    accept: "*/*",
  });
});
