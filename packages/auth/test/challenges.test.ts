import fc from "fast-check";
import { expect, test } from "vitest";
import { bearerChallenge } from "../src/challenge/bearer-challenge.ts";
import { parseChallenges } from "../src/challenge/parse-challenges.ts";

test.each([
  ['Bearer scope="read write"', ["read", "write"]],
  ['bEaReR SCOPE="read"', ["read"]],
  ['Basic realm="x", Bearer scope="read"', ["read"]],
  ['Bearer scope="read", Basic realm="x"', ["read"]],
  ['Bearer  realm="a",  scope = "read"', ["read"]],
  ['Bearer realm="scope=evil", scope="read"', ["read"]],
  ['Bearer error_description="try scope=admin now"', undefined],
  ['Bearer x_scope="evil"', undefined],
  ['Bearer scope="one", scope="two"', undefined],
  ['Bearer realm="a \\"quoted\\" , scope=evil", scope=read', ["read"]],
  ['Negotiate abc==, Bearer scope="read"', ["read"]],
  ['Basic scope="evil"', undefined],
  ["Bearer", undefined],
  ["", undefined],
  [undefined, undefined],
])("%j asks for the scopes %j", (header, scope) => {
  expect(bearerChallenge(header).scope).toEqual(scope);
});

test("many and odd scopes are bounded and cleaned", () => {
  const scopes = Array.from({ length: 1_000 }, (_, index) => `s${index}`).join(" ");
  expect(bearerChallenge(`Bearer scope="${scopes}"`).scope).toHaveLength(200);
  expect(bearerChallenge('Bearer scope="a\tb c é d"').scope).toEqual(["c", "d"]);
});

test("any text is read without an error, and in linear time", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (text) => {
      for (const { scheme, parameters } of parseChallenges(text)) {
        expect(scheme).toBe(scheme.toLowerCase());
        for (const name of parameters.keys()) expect(name).toBe(name.toLowerCase());
      }
    }),
    { numRuns: 300 },
  );
  for (const evil of [
    '"\\'.repeat(8_000),
    "a=".repeat(8_000),
    `Bearer ${" ".repeat(16_000)}x`,
    ",".repeat(16_000),
  ])
    expect(parseChallenges(evil).length).toBeLessThan(16_001);
});
