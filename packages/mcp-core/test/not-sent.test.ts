import { types } from "node:util";
import { asNotSent, isMcpError, type McpError, McpProtocolError } from "@x/mcp-core";
import { expect, it } from "vitest";

it("a failure is told as not sent, and is the same otherwise", () => {
  const cause = new Error("why");
  const error = new McpProtocolError({
    phase: "connect",
    code: "process_exited",
    message: "It died.",
    outcome: "unknown",
    exitCode: 3,
    rpcMessage: "secret",
    serverId: "a",
    cause,
  });
  const told = asNotSent(error) as McpProtocolError;
  expect(told).toBeInstanceOf(McpProtocolError);
  expect(isMcpError(told) && types.isNativeError(told)).toBe(true);
  expect(told).toMatchObject({
    outcome: "not-sent",
    code: "process_exited",
    exitCode: 3,
    message: "It died.",
  });
  expect([told.cause, told.stack, told.rpcMessage]).toEqual([cause, error.stack, "secret"]);
  expect(told.toJSON()).toEqual({ ...error.toJSON(), outcome: "not-sent" });
  expect(error.outcome).toBe("unknown");
});

it("what is not sent already, or is no error of the stack, is told as it is", () => {
  const error = new McpProtocolError({ phase: "call", message: "No.", outcome: "not-sent" }) as McpError;
  expect(asNotSent(error)).toBe(error);
  expect(asNotSent("no")).toBe("no");
});
