import { inspect } from "node:util";
import { McpProtocolError } from "@x/mcp-core";
import { expect, test } from "vitest";

test("the server's own words are at hand, but are neither printed nor logged", () => {
  const error = new McpProtocolError({
    phase: "call",
    message: "The call failed.",
    rpcCode: -32602,
    rpcMessage: "bad value hunter2",
    rpcData: { value: "hunter2" },
  });
  expect(error.rpcMessage).toBe("bad value hunter2");
  expect(error.rpcData).toEqual({ value: "hunter2" });
  expect(JSON.stringify(error)).not.toContain("hunter2");
  expect(inspect(error)).not.toContain("hunter2");
});
