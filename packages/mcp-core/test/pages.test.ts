import {
  complete,
  getPrompt,
  type JsonObject,
  listPrompts,
  listResources,
  listResourceTemplates,
  readPages,
  readResource,
} from "@x/mcp-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** Answers by cursor; the first page has none. */
function pages(answers: readonly JsonObject[]): (params: JsonObject) => Promise<JsonObject> {
  let index = 0;
  return async () => answers[index++] ?? {};
}

describe("the pages of a list", () => {
  test("are read to the end, cursors handed back as they came", async () => {
    const asked: JsonObject[] = [];
    const cursors = ["", "0", " a=b&c ", "\u0000"];
    const { items, warnings } = await readPages("tools", async (params) => {
      asked.push(params);
      const nextCursor = cursors[asked.length - 1];
      return { tools: [asked.length], ...(nextCursor === undefined ? {} : { nextCursor }) };
    });
    expect(items).toEqual([1, 2, 3, 4, 5]);
    expect(warnings).toEqual([]);
    expect(asked).toEqual([{}, ...cursors.map((cursor) => ({ cursor }))]);
  });

  test("end where the server says null, or nothing", async () => {
    expect((await readPages("a", pages([{ a: [1], nextCursor: null }, { a: [2] }]))).items).toEqual([1]);
    expect((await readPages("a", pages([{ a: [] }]))).items).toEqual([]);
  });

  test.each([
    [
      "repeated-cursor",
      [
        { a: [1], nextCursor: "x" },
        { a: [2], nextCursor: "y" },
        { a: [3], nextCursor: "x" },
      ],
      [1, 2, 3],
    ],
    ["bad-page", [{ a: [1], nextCursor: "x" }, { a: "none" }], [1]],
    ["bad-page", [{}], []],
    ["bad-page", [{ a: [1], nextCursor: 7 }], [1]],
  ] as const)("end with a warning (%s) and keep what came", async (code, answers, kept) => {
    const { items, warnings } = await readPages("a", pages(answers));
    expect(items).toEqual(kept);
    expect(warnings.map((warning) => warning.code)).toEqual([code]);
  });

  test("are bounded in number", async () => {
    let asked = 0;
    const endless = async (): Promise<JsonObject> => ({ a: [++asked], nextCursor: `c${asked}` });
    for (const maxPages of [3, 1, 0, -1]) {
      asked = 0;
      const { items, warnings } = await readPages("a", endless, { maxPages });
      expect(items).toHaveLength(Math.max(1, maxPages));
      expect(warnings.map(({ code }) => code)).toEqual(["too-many-pages"]);
    }
    asked = 0;
    expect((await readPages("a", endless)).items).toHaveLength(1_000);
  });

  test("reject with what a page rejected with", async () => {
    await expect(readPages("a", async () => Promise.reject(new TypeError("no")))).rejects.toThrow(TypeError);
  });

  test("end for any answers, and keep their order", async () => {
    const answer = fc.record(
      {
        a: fc.oneof(fc.array(fc.integer()), fc.jsonValue()),
        nextCursor: fc.constantFrom("a", "b", "c", null, 1),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 8 }), async (answers) => {
        const { items, warnings } = await readPages("a", pages(answers as readonly JsonObject[]));
        const all = answers.flatMap(({ a }) => (Array.isArray(a) ? (a as unknown[]) : []));
        expect(all.slice(0, items.length)).toEqual(items);
        expect(warnings.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("helpers over request", () => {
  const port = (answers: Readonly<Record<string, JsonObject>>) => {
    const asked: unknown[] = [];
    return {
      asked,
      request: async (method: string, params: JsonObject, options?: unknown): Promise<JsonObject> => {
        asked.push([method, params, options]);
        return answers[method] ?? {};
      },
    };
  };
  const junk = [null, 1, "a", []];

  test("list and read what a server has, and pass options on", async () => {
    const server = port({
      "resources/list": { resources: [{ uri: "a:1" }, ...junk] },
      "resources/templates/list": { resourceTemplates: [{ uriTemplate: "a:{x}" }] },
      "resources/read": { contents: [{ uri: "a:1", text: "x" }, { text: "no uri" }, ...junk] },
      "prompts/list": { prompts: [{ name: "p" }] },
      "prompts/get": { messages: [] },
    });
    const options = { serverId: "s", timeoutMs: 5 };
    expect(await listResources(server, options)).toEqual([{ uri: "a:1" }]);
    expect(await listResourceTemplates(server)).toEqual([{ uriTemplate: "a:{x}" }]);
    expect(await readResource(server, "a:1", options)).toEqual([{ uri: "a:1", text: "x" }]);
    expect(await listPrompts(server)).toEqual([{ name: "p" }]);
    expect(await getPrompt(server, "p", { a: "b" })).toEqual({ messages: [] });
    expect(server.asked).toEqual([
      ["resources/list", {}, options],
      ["resources/templates/list", {}, undefined],
      ["resources/read", { uri: "a:1" }, options],
      ["prompts/list", {}, undefined],
      ["prompts/get", { name: "p", arguments: { a: "b" } }, undefined],
    ]);
  });

  test("give the values that a completion suggests, and none for junk", async () => {
    const ref = { type: "ref/prompt", name: "p" } as const;
    const argument = { name: "a", value: "x" };
    const ask = (completion: unknown) =>
      complete(port({ "completion/complete": { completion } }), ref, argument);
    expect(await ask({ values: ["x1", "x2", 3] })).toEqual(["x1", "x2"]);
    for (const completion of [undefined, null, [], { values: "x" }])
      expect(await ask(completion)).toEqual([]);
    expect(await readResource(port({}), "a:1")).toEqual([]);
  });
});
