import { expect, test } from "vitest";
import { createRedactor } from "../../src/stderr/redactor.ts";

test("every value of an environment is taken out, in each of the ways programs write it", () => {
  const secret = 'p"w/ä 1234\nsecond line of it';
  const redact = createRedactor({ envs: [{ DATABASE: secret }, undefined], args: [] });
  for (const form of [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    "second line of it",
  ])
    expect(redact(`before ${form} after`)).toMatch(/^before "?\[redacted\]"? after$/);
});

test("short values are taken out only where their name says that they are secret", () => {
  const redact = createRedactor({ envs: [{ LEVEL: "info", API_KEY: "abc", PORT: "80" }], args: [] });
  expect(redact("info abc 80")).toBe("info [redacted] 80");
});

test("arguments of telling options are taken out, others are not", () => {
  const args = ["server.js", "--api-key", "k-123", "--token=t-456", "--root", "/data/project", "-p=secret"];
  const redact = createRedactor({ envs: [], args });
  expect(redact("k-123 t-456 /data/project server.js")).toBe("[redacted] [redacted] /data/project server.js");
});

test("the longest secret wins where one holds the other", () => {
  const redact = createRedactor({ envs: [{ A: "secret-value", B: "secret-value-long" }], args: [] });
  expect(redact("secret-value-long")).toBe("[redacted]");
});

test("without secrets the text stays as it is", () => {
  expect(createRedactor({ envs: [{}], args: ["a"] })("a b")).toBe("a b");
});
