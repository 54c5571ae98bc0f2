import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type JsonObject, stableJson } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { createSchemaCompiler } from "../../src/validation/schema-compiler.ts";

const compiler = createSchemaCompiler();

describe("references and identifiers", () => {
  test("two tools with one $id keep their own schemas", async () => {
    const $id = "https://example.com/result";
    const first = await compiler.compile({ $id, type: "string" });
    const second = await compiler.compile({ $id, type: "number" });
    expect([first.check("a"), first.check(1).length, second.check(1), second.check("a").length]).toEqual([
      [],
      1,
      [],
      1,
    ]);
  });

  test("a schema may refer to itself by its $id, and to a part that has one", async () => {
    const schema = {
      $id: "https://example.com/a.json",
      properties: {
        next: { $ref: "https://example.com/a.json" },
        part: { $ref: "part.json" },
      },
      required: ["n"],
      $defs: { part: { $id: "part.json", type: "integer" } },
    };
    const compiled = await compiler.compile(schema);
    expect(compiled.warnings).toEqual([]);
    expect(compiled.check({ n: 1, next: { n: 1 }, part: 3 })).toEqual([]);
    expect(compiled.check({ n: 1, next: {} })).not.toEqual([]);
    expect(compiled.check({ n: 1, part: "3" })).not.toEqual([]);
  });

  test("one definition written out twice with its $id does no harm", async () => {
    const user = { $id: "User", type: "object", required: ["name"] };
    const compiled = await compiler.compile({ properties: { from: user, to: user } });
    expect(compiled.warnings).toEqual([]);
    expect(compiled.check({ from: { name: "a" }, to: { name: "b" } })).toEqual([]);
    expect(compiled.check({ from: { name: "a" }, to: {} })).toHaveLength(1);
  });

  test("the server's own object is not changed", async () => {
    const schema: JsonObject = {
      $id: "https://example.com/x",
      id: "x",
      $async: true,
      nullable: true,
      properties: { a: { pattern: "(?=a)", not: {}, $id: "https://example.com/x" } },
    };
    const before = stableJson(schema);
    const keys = Object.keys(schema);
    const compiled = await compiler.compile(schema);
    expect(compiled.check({ a: "b" })).toEqual([]);
    expect(stableJson(schema)).toBe(before);
    expect(Object.keys(schema)).toEqual(keys);
  });

  test("a schema is compiled once", async () => {
    const schema = { type: "string" };
    const [first, second] = await Promise.all([compiler.compile(schema), compiler.compile(schema)]);
    expect(first).toBe(second);
  });

  test("a $ref to the network is never fetched, whatever keyword it hides in", async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/schema.json`;
      const schemas: readonly JsonObject[] = [
        { $ref: url },
        { properties: { a: { $ref: `${url}#/a` } } },
        { $schema: url, type: "string" },
        { $id: url, properties: { a: { $ref: "other.json" } } },
        { $defs: { a: { $ref: url } }, $ref: "#/$defs/a" },
        { $schema: "http://json-schema.org/draft-04/schema#", id: url, $ref: "b.json" },
        { $schema: "https://json-schema.org/draft/2019-09/schema", $recursiveRef: "#", items: { $ref: url } },
        { $vocabulary: { [url]: true }, $dynamicRef: `${url}#a` },
      ];
      for (const schema of schemas) {
        const compiled = await compiler.compile(schema);
        for (const value of [1, "a", {}, { a: 1 }, [1]]) compiled.check(value);
      }
      const refused = await compiler.compile({ properties: { a: { $ref: url } } });
      expect(refused.check({ a: 1 })).toEqual([]);
      expect(refused.warnings.map(({ code }) => code)).toEqual(["unresolved-ref"]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(requests).toBe(0);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test("a reference that leads nowhere is a warning and blocks nothing", async () => {
    for (const $ref of ["#/$defs/gone", "#gone", "gone.json", "#/%", "urn:x:y"]) {
      const compiled = await compiler.compile({ properties: { a: { $ref } } });
      expect(compiled.check({ a: 1 })).toEqual([]);
      expect(compiled.warnings).toHaveLength(1);
    }
  });

  test("a reference below an unknown keyword is followed", async () => {
    const compiled = await compiler.compile({
      properties: { pet: { $ref: "#/components/schemas/Pet" } },
      components: {
        schemas: { Pet: { type: "object", required: ["name"], properties: { id: { type: "string" } } } },
      },
    });
    expect(compiled.check({ pet: { name: "a" } })).toEqual([]);
    expect(compiled.check({ pet: { id: 1 } }).map(({ keyword }) => keyword)).toEqual(["required", "type"]);
  });

  test("a reference into plain data is not taken for a schema", async () => {
    for (const $ref of ["#/const/a", "#/properties"]) {
      const compiled = await compiler.compile({
        const: { a: { type: "string" } },
        properties: { b: { $ref } },
      });
      expect(compiled.check({ a: { type: "string" } })).toEqual([]);
      expect(compiled.warnings.map(({ code }) => code)).toEqual(["schema-not-compiled"]);
    }
  });
});
