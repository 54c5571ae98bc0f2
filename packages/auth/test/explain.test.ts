import { explain } from "@x/auth";
import { McpAuthError, McpProtocolError } from "@x/mcp-core";
import { expect, test } from "vitest";
import { explanations } from "../src/explain/explanations.ts";

const failure = (authCode: keyof typeof explanations): McpAuthError =>
  new McpAuthError({
    authCode,
    message: "m",
    phase: "discovery",
    retry: "never",
    issuer: "https://auth.example",
  });

test.each(Object.keys(explanations) as (keyof typeof explanations)[])(
  "%s is explained in two lines",
  (code) => {
    const lines = String(explain(failure(code))).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(new RegExp(`^${code}: .+\\(issuer https://auth\\.example\\) \\[.+\\]$`));
    expect(lines[1]).toMatch(/^→ .+\.$/);
  },
);

test("a failure is found behind what wraps it, and other errors have no explanation", () => {
  const wrapped = new McpProtocolError({ phase: "connect", message: "m", cause: failure("timeout") });
  expect(explain(new Error("outer", { cause: wrapped }))).toMatchObject({ code: "timeout" });
  expect(explain(new Error("other"))).toBeUndefined();
  expect(explain(undefined)).toBeUndefined();
});
