import { describe, expect, test } from "vitest";
import { type Draft, draftOf, emptyDraft, readDraft, sameJson } from "../../web/src/form/draft.ts";
import { readForm } from "../../web/src/form/read-field.ts";

const form = readForm({
  type: "object",
  properties: {
    path: { type: "string" },
    head: { type: "number" },
    recursive: { type: "boolean" },
    sortBy: { enum: ["name", "size", 3], default: "name" },
    tags: { type: "array", items: { type: "string" } },
    edits: {
      type: "array",
      items: { type: "object", properties: { from: { type: "string" }, count: { type: "integer" } } },
    },
    author: { type: "object", properties: { name: { type: "string" } } },
    "a/b": { type: "object" },
  },
  required: ["path"],
});

function read(draft: Draft): unknown {
  return readDraft(form, draft).value;
}

describe("a draft", () => {
  test("of an untouched form says what the schema's defaults say, and nothing else", () => {
    expect(read(emptyDraft(form))).toEqual({ sortBy: "name" });
  });

  test.each([
    [{ path: "/wiki" }],
    [{ path: "/wiki", head: 0, recursive: false, sortBy: 3 }],
    [{ path: "true", tags: ["a", "b"], author: { name: "Ada" } }],
    [{ path: "x", edits: [{ from: "a", count: 2 }, { from: "b" }], "a/b": { any: [1, null] } }],
  ])("made of %j reads as the same", (value) => {
    expect(read(draftOf(form, value))).toEqual(value);
  });

  test("passes a number that is none on as it was typed, for the schema to judge", () => {
    expect(read({ path: "x", head: "ten" })).toEqual({ path: "x", head: "ten" });
    expect(read({ path: "x", head: "1e3" })).toEqual({ path: "x", head: 1000 });
    expect(read({ path: "x", head: " " })).toEqual({ path: "x", head: " " });
  });

  test("keeps an empty item of a list, which somebody added", () => {
    expect(read({ path: "x", tags: ["", "b"], edits: [{}] })).toEqual({
      path: "x",
      tags: ["", "b"],
      edits: [{}],
    });
  });

  test("tells where JSON cannot be parsed", () => {
    const { problems } = readDraft(form, { path: "x", "a/b": "{" });
    expect(problems).toEqual([{ path: "/a~1b", message: "is not valid JSON", keyword: "json" }]);
  });

  test("drops what the form has no place for, so that a change of view can be refused", () => {
    const value = { path: "x", unknown: 1 };
    expect(sameJson(read(draftOf(form, value)), value)).toBe(false);
  });
});

test("sameJson ignores the order of keys and nothing else", () => {
  expect(sameJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(sameJson({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(sameJson([], {})).toBe(false);
  expect(sameJson([1, 2], [2, 1])).toBe(false);
});
