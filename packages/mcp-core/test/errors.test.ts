import { inspect } from "node:util";
import {
  ConfigError,
  isMcpError,
  McpAuthError,
  McpError,
  McpProtocolError,
  type McpToolResult,
  OperationCancelledError,
  OperationTimeoutError,
  ToolError,
  ToolNotFoundError,
  ValidationError,
} from "@x/mcp-core";
import { describe, expect, test, vi } from "vitest";

const canary = "hunter2-canary";
const cause = new Error(canary, { cause: { token: canary } });
const result: McpToolResult = {
  serverId: "s",
  toolName: "t",
  toolCallId: "c",
  isError: true,
  output: canary,
  content: [{ type: "text", text: canary }],
  raw: { content: [{ type: "text", text: canary }] },
};
const issues = [1, 2, 3, 4, 5].map((number) => ({
  path: `/p${number}`,
  message: "must be string",
  keyword: "type",
}));

const errors = {
  McpError: () => new McpError("limit", { message: "Too much.", cause, serverId: "s", outcome: "unknown" }),
  McpProtocolError: () =>
    new McpProtocolError({
      phase: "call",
      message: "It broke.",
      cause,
      rpcMessage: canary,
      rpcCode: -32603,
      exitCode: 3,
      outcome: "unknown",
    }),
  McpAuthError: () =>
    new McpAuthError({
      authCode: "token_expired",
      message: "Log in again.",
      phase: "refresh",
      retry: "same-credentials",
      resumeToken: canary,
      issuer: "https://example.com",
      cause,
    }),
  OperationTimeoutError: () =>
    new OperationTimeoutError({ deadline: "call", timeoutMs: 5, what: "The call", cause }),
  OperationCancelledError: () =>
    new OperationCancelledError({ what: "The call", reason: { because: canary }, outcome: "not-sent" }),
  ConfigError: () =>
    new ConfigError({ pointer: "/a", problem: "write b.", file: "x.yaml", line: 2, column: 3, cause }),
  ToolError: () => new ToolError({ toolName: "t", result }),
  ToolNotFoundError: () =>
    new ToolNotFoundError({ toolName: "t", where: "server", serverId: "s", nearest: ["u", "v"], cause }),
  ValidationError: () => new ValidationError({ where: "mcp_output", issues, toolName: "t", result, cause }),
} as const;

describe.each(Object.entries(errors))("%s", (name, make) => {
  test("is an Error with a name, recognised as one of this stack", () => {
    const error: McpError = make();
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(McpError);
    expect(isMcpError(error)).toBe(true);
    expect(error.name).toBe(name);
    expect(error.stack).toMatch(new RegExp(`^${name}: `));
    expect(error.toJSON()).toMatchObject({ name, code: error.code, message: error.message });
  });

  test("shows neither a result nor what its cause holds", () => {
    const error = make();
    const shown = [
      JSON.stringify(error),
      JSON.stringify({ nested: [error] }),
      inspect(error),
      inspect({ nested: [error] }, { depth: 10 }),
      String(error),
      error.message,
      JSON.stringify(Object.entries(error).filter(([key]) => key !== "cause")),
    ];
    for (const text of shown) expect(text).not.toContain(canary);
    expect(inspect(error)).toContain(error.message);
    expect(inspect(error)).toContain(`code: '${error.code}'`);
  });
});

describe("what an error knows", () => {
  test("the cause is kept, and named in JSON", () => {
    expect(errors.McpProtocolError().cause).toBe(cause);
    expect(errors.McpProtocolError().toJSON()).toEqual({
      name: "McpProtocolError",
      code: "call_failed",
      message: "It broke.",
      retryable: false,
      outcome: "unknown",
      cause: "Error",
      phase: "call",
      rpcCode: -32603,
      exitCode: 3,
    });
    expect(Object.hasOwn(new McpError("limit", { message: "a" }), "cause")).toBe(false);
    expect(errors.OperationCancelledError().cause).toEqual({ because: canary });
  });

  test("a phase has a code of its own unless another says more", () => {
    const codes = (["connect", "list", "read", "call"] as const).map(
      (phase) => new McpProtocolError({ phase, message: "a" }).code,
    );
    expect(codes).toEqual(["connect_failed", "list_failed", "read_failed", "call_failed"]);
    expect(new McpProtocolError({ phase: "call", code: "process_exited", message: "a" }).code).toBe(
      "process_exited",
    );
  });

  test("results and tokens can be had, though they are not shown", () => {
    expect(errors.ToolError().result).toBe(result);
    expect(errors.ToolError()).toMatchObject({ code: "tool_error", outcome: "answered", serverId: "s" });
    expect(errors.ValidationError().result).toBe(result);
    expect(errors.McpAuthError().resumeToken).toBe(canary);
    expect(errors.McpAuthError()).toMatchObject({ code: "auth", retryable: true });
  });

  test("a validation error says where, and the first issues", () => {
    const output = errors.ValidationError();
    expect(output).toMatchObject({ code: "invalid_result", outcome: "answered", retryable: false });
    expect(output.message).toBe(
      'The result of tool "t" does not match its output schema: /p1 must be string; /p2 must be string; /p3 must be string (and 2 more).',
    );
    const input = new ValidationError({
      where: "mcp_input",
      issues: [{ path: "", message: "must be object", keyword: "type" }],
      toolName: "t",
    });
    expect(input).toMatchObject({ code: "invalid_arguments", outcome: "not-sent", result: undefined });
    expect(input.message).toContain("the value must be object.");
  });

  test("a tool that is not found names where it was looked for and what is near", () => {
    expect(errors.ToolNotFoundError().message).toBe(
      'There is no tool "t" on server "s". Did you mean "u", "v"?',
    );
    const make = (where: "registry" | "server" | "allowlist"): string =>
      new ToolNotFoundError({ toolName: "t", where }).message;
    expect([make("registry"), make("server"), make("allowlist")]).toEqual([
      'There is no tool "t" in the registry.',
      'There is no tool "t" on any server.',
      'There is no tool "t" among the allowed tools.',
    ]);
  });

  test("a config error begins with the place", () => {
    expect(errors.ConfigError().message).toBe("x.yaml:2:3: /a: write b.");
    expect(new ConfigError({ pointer: "/a", problem: "no.", file: "x.yaml", line: 2 }).message).toBe(
      "x.yaml:2: /a: no.",
    );
    expect(new ConfigError({ pointer: "/a", problem: "no.", file: "x.yaml" }).message).toBe(
      "x.yaml: /a: no.",
    );
    expect(new ConfigError({ pointer: "", problem: "no." }).message).toBe("The declaration: no.");
    expect(errors.ConfigError().toJSON()).toMatchObject({
      pointer: "/a",
      file: "x.yaml",
      line: 2,
      column: 3,
      outcome: "not-sent",
    });
  });

  test("errors of another copy of the package are recognised, and nothing else is", async () => {
    vi.resetModules();
    const copy = await import("@x/mcp-core");
    const foreign = new copy.McpProtocolError({ phase: "call", message: "a" });
    expect(foreign).not.toBeInstanceOf(McpError);
    expect(isMcpError(foreign)).toBe(true);
    expect(copy.isMcpError(errors.McpError())).toBe(true);
    for (const other of [
      new Error("a"),
      { code: "call_failed" },
      null,
      undefined,
      "McpError",
      McpError.prototype,
    ])
      expect(isMcpError(other)).toBe(false);
  });
});
