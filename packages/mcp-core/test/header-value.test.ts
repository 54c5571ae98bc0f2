import { encodeHeaderValue } from "@x/mcp-core";
import { expect, test } from "vitest";

test.each([
  ["plain text", "search", "search"],
  ["inner spaces and a tab", "a b\tc", "a b\tc"],
  ["the empty string", "", "=?base64??="],
  ["leading white space", " a", "=?base64?IGE=?="],
  ["letters beyond ASCII", "é", "=?base64?w6k=?="],
  ["a line break", "a\nb", "=?base64?YQpi?="],
  ["what looks encoded already", "=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="],
])("%s becomes a header value", (_what, value, header) => {
  expect(encodeHeaderValue(value)).toBe(header);
});
