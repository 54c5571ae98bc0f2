import { encodeToolName } from "@x/mcp-core";
import { describe, expect, it } from "vitest";
import { createToolCatalog } from "../src/tool-catalog.ts";
import { fakeTool } from "./fixtures/fake-port.ts";

describe("the catalog", () => {
  it("tells what came and went, in the server's own order", () => {
    const catalog = createToolCatalog(encodeToolName);
    expect(catalog.replace("a", [fakeTool("x"), fakeTool("y")])).toMatchObject({
      added: ["a__x", "a__y"],
      removed: [],
    });
    expect(catalog.replace("a", [fakeTool("z"), fakeTool("y")])).toMatchObject({
      added: ["a__z"],
      removed: ["a__x"],
    });
    expect(catalog.list("a").map(({ name }) => name)).toEqual(["a__z", "a__y"]);
    expect(catalog.replace("a", [])).toMatchObject({ added: [], removed: ["a__z", "a__y"] });
    expect([...catalog.names()]).toEqual([]);
  });

  it("routes an announced tool before it has been listed", () => {
    const catalog = createToolCatalog(encodeToolName);
    catalog.replace("a", [fakeTool("x")]);
    expect(catalog.apply("a", ["y"], ["x"])).toMatchObject({ added: ["a__y"], removed: ["a__x"] });
    expect(catalog.find("a__y")).toMatchObject({ serverId: "a", toolName: "y", tool: undefined });
    expect(catalog.count("a")).toBe(1);
    expect(catalog.list("a")).toEqual([]);
  });

  it("keeps the first of two tools where an encoder gives both one name", () => {
    const catalog = createToolCatalog((_server, tool) => tool);
    catalog.replace("a", [fakeTool("x")]);
    expect(catalog.replace("b", [fakeTool("x"), fakeTool("y")])).toEqual({
      added: ["y"],
      removed: [],
      clashes: ["x"],
    });
    expect(catalog.find("x")?.serverId).toBe("a");
    catalog.replace("b", []);
    expect(catalog.find("x")?.serverId).toBe("a");
  });

  it.each(["a", "a__b", "9lives", "ü", "x".repeat(40), "a b"])(
    "knows that a name may be one of server %j",
    (serverId) => {
      const catalog = createToolCatalog(encodeToolName);
      for (const tool of ["t", "draw.io/create", "y".repeat(80), "t__u"])
        expect(catalog.mayOwn(serverId, encodeToolName(serverId, tool))).toBe(true);
      expect(catalog.mayOwn(serverId, "zebra__t")).toBe(false);
    },
  );
});
