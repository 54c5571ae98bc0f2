import { nearestNames, ToolNotFoundError } from "@x/mcp-core";
import { expect, test } from "vitest";

test("a name is found by its words, by containment and by few edits, best first", () => {
  expect(nearestNames("read", ["write", "read_file", "reed"])).toEqual(["read_file", "reed"]);
});

test("what is no text is near to nothing, and still told as not found", () => {
  for (const odd of [undefined, null, 5, {}, Symbol("read"), Object.create(null)])
    expect(nearestNames(odd as never, ["read"])).toEqual([]);
  for (const odd of [undefined, null, 5, {}, Symbol("read"), Object.create(null)]) {
    const error = new ToolNotFoundError({ toolName: odd as never, where: "server", serverId: "files" });
    expect(error.message).toMatch(/^There is no tool .* on server "files"/);
  }
});
