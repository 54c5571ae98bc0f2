import { isMcpError, type McpTool, ToolNotFoundError } from "@x/mcp-core";
import { createMcpTransportPoolFromTransports } from "@x/pool";
import {
  type ApprovalRequest,
  checkToolPolicy,
  decideTool,
  type ToolPolicy,
  withApproval,
  withPolicy,
} from "@x/tools";
import { withTelemetry } from "@x/tools/otel";
import { describe, expect, it } from "vitest";
import { type FakePort, fakePort, fakeTool } from "./fixtures/fake-port.ts";

const reads = fakeTool("read", { annotations: { readOnlyHint: true } });
const writes = fakeTool("write", { annotations: { destructiveHint: false } });
const destroys = fakeTool("destroy", { annotations: { destructiveHint: true } });
const silent = fakeTool("silent");
const files = (): FakePort => fakePort("files", [reads, writes, destroys, silent]);
const called = (port: FakePort): readonly string[] => port.log.filter((line) => line.startsWith("call"));

describe("a policy", () => {
  const verdicts = (policy: ToolPolicy, serverId = "files"): readonly string[] =>
    [reads, writes, destroys, silent].map(
      (tool: McpTool) => decideTool(policy, { ...tool, serverId }).verdict,
    );

  it("without a word lets tools run that only read, and asks for everything else", () => {
    expect(verdicts({})).toEqual(["allow", "ask", "ask", "ask"]);
  });

  it("says what is done with each effect", () => {
    expect(verdicts({ write: "allow", destructive: "deny" })).toEqual(["allow", "allow", "deny", "deny"]);
  });

  it("decides by the first rule that fits, by server and tool", () => {
    const policy: ToolPolicy = {
      rules: [
        { tools: "files/re*", verdict: "deny", reason: "Not today." },
        { tools: ["*/write", "files/*"], verdict: "allow" },
      ],
    };
    expect(verdicts(policy)).toEqual(["deny", "allow", "allow", "allow"]);
    expect(verdicts(policy, "other")).toEqual(["allow", "allow", "ask", "ask"]);
    expect(decideTool(policy, { ...reads, serverId: "files" }).reason).toBe("Not today.");
  });

  it("does not believe the hints of servers it does not trust", () => {
    expect(verdicts({ untrusted: "fi*" })).toEqual(["ask", "ask", "ask", "ask"]);
  });

  it("that is misspelt decides nothing", () => {
    expect(() => checkToolPolicy({ readonly: "ask" })).toThrow(/\/policy\/readonly.*"readOnly"/);
    expect(() => checkToolPolicy({ write: "maybe" })).toThrow(/"allow", "ask" or "deny"/);
    expect(() => withPolicy({ policy: { rules: [{ tools: 7 }] } as never })).toThrow(/rules\/0/);
    expect(() => checkToolPolicy({ rules: {} })).toThrow(/expected a list/);
    checkToolPolicy(JSON.parse('{ "rules": [{ "tools": "a/*", "verdict": "allow" }], "untrusted": ["b"] }'));
  });
});

describe("a port under a policy", () => {
  it("does not list what is denied, and refuses to call it", async () => {
    const inner = files();
    const port = withPolicy({ policy: { rules: [{ tools: "files/destroy", verdict: "deny" }] } })(inner);
    expect((await port.connect()).map(({ name }) => name)).toEqual(["read", "write", "silent"]);
    const error = await port.callTool("destroy", {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolNotFoundError);
    expect(error).toMatchObject({ where: "allowlist", outcome: "not-sent" });
    expect(called(inner)).toEqual([]);
  });

  it("asks with the tool, its hints and its arguments, and sends what was approved", async () => {
    const inner = files();
    const asked: ApprovalRequest[] = [];
    const port = withPolicy({
      approve(request) {
        asked.push(request);
        return { approved: true, args: { path: "/safe" } };
      },
    })(inner);
    let sent: unknown;
    inner.onCall = async (_name, args) => {
      sent = args;
      return { content: [] };
    };
    await port.callTool("read", {});
    await port.callTool("destroy", { path: "/" }, { toolCallId: "c7" });
    expect(asked).toEqual([
      expect.objectContaining({
        args: { path: "/" },
        toolCallId: "c7",
        reason: "The tool may destroy something.",
      }),
    ]);
    expect(asked[0]?.tool).toMatchObject({
      serverToolName: "destroy",
      annotations: { destructiveHint: true },
    });
    expect(sent).toEqual({ path: "/safe" });
  });

  it("sends what was given, though it has to list first and the caller changes it meanwhile", async () => {
    const inner = files();
    let sent: unknown;
    inner.onCall = async (_name, args) => {
      sent = structuredClone(args);
      return { content: [] };
    };
    const args = { path: { of: "before" } };
    const call = withPolicy({})(inner).callTool("read", args);
    args.path.of = "after";
    await call;
    expect(sent).toEqual({ path: { of: "before" } });
  });

  it("refuses options that make no sense by name", async () => {
    const inner = files();
    for (const decorate of [withPolicy({}), withTelemetry()])
      for (const options of [null, { signal: null }, { timeoutMs: Number.NaN }])
        await expect(decorate(inner).callTool("read", {}, options as never)).rejects.toMatchObject({
          code: "config",
          outcome: "not-sent",
        });
    expect(called(inner)).toEqual([]);
  });

  it("answers for a person who says no, so that the model can go on, and sends nothing", async () => {
    const inner = files();
    const port = withApproval(async () => ({ approved: false, reason: "Ask me tomorrow." }))(inner);
    const result = await port.callTool("read", {}, { toolCallId: "c1" });
    expect(result).toMatchObject({ isError: true, toolCallId: "c1" });
    expect(result.output).toBe(
      'The call of "read" was not approved, and the tool did not run. Ask me tomorrow.',
    );
    expect(called(inner)).toEqual([]);
  });

  it("refuses what is to be asked for where nobody can be asked", async () => {
    const inner = files();
    expect(await withPolicy({})(inner).callTool("write", {})).toMatchObject({ isError: true });
    expect(called(inner)).toEqual([]);
  });

  it("gives up the wait for a person when the caller does", async () => {
    const inner = files();
    const giveUp = new AbortController();
    let signal: AbortSignal | undefined;
    const port = withApproval((_request, options) => {
      signal = options.signal;
      return new Promise(() => {});
    })(inner);
    await port.connect();
    const call = port.callTool("read", {}, { signal: giveUp.signal });
    await expect.poll(() => signal).toBeDefined();
    giveUp.abort(new Error("enough"));
    const error = await call.catch((reason: unknown) => reason);
    expect(isMcpError(error) && error.code).toBe("cancelled");
    expect(signal?.aborted).toBe(true);
    expect(called(inner)).toEqual([]);
  });

  it("sends nothing where asking fails", async () => {
    const inner = files();
    const port = withApproval(() => Promise.reject(new Error("the window was closed")))(inner);
    await expect(port.callTool("read", {})).rejects.toMatchObject({
      code: "call_failed",
      outcome: "not-sent",
      cause: { message: "the window was closed" },
    });
    expect(called(inner)).toEqual([]);
  });

  it("does not keep what a tool said about itself before it changed", async () => {
    const inner = files();
    const port = withPolicy({})(inner);
    await port.connect();
    inner.tools = [fakeTool("read")];
    inner.emit({ type: "tools", added: [], removed: [], changed: ["read"] });
    expect(await port.callTool("read", {})).toMatchObject({ isError: true });
  });

  it("does not run a tool that it has not seen, even if the port would find it", async () => {
    const inner = files();
    const error = await withPolicy({})(inner)
      .callTool("reed", {})
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "tool_not_found", where: "server", nearest: ["read"] });
    expect(called(inner)).toEqual([]);
  });

  it("cannot be got around with a raw request, and lets other requests through", async () => {
    const inner = files();
    const port = withPolicy({})(inner);
    const raw = port.request("tools/call", { name: "destroy", arguments: {} });
    await expect(raw).rejects.toMatchObject({ code: "unsupported", outcome: "not-sent" });
    await port.request("resources/list", {});
    expect(inner.log).toEqual(["request resources/list"]);
  });

  it("sends what was shown, not what the caller made of it meanwhile", async () => {
    const inner = files();
    const args = { path: "/safe" };
    const port = withApproval(async () => {
      args.path = "/etc";
      return true;
    })(inner);
    let sent: unknown;
    inner.onCall = async (_name, received) => {
      sent = received;
      return { content: [] };
    };
    await port.callTool("destroy", args);
    expect(sent).toEqual({ path: "/safe" });
  });

  it("is as much the port it was as can be", () => {
    class Own {
      readonly #id = "own";
      get serverId(): string {
        return this.#id;
      }
      on(): () => void {
        return () => undefined;
      }
    }
    const own = withPolicy({})(Object.freeze(new Own()) as never) as unknown as Own;
    expect(own.serverId).toBe("own");
    expect(own).toBeInstanceOf(Own);
    expect("serverId" in own).toBe(true);
  });
});

describe("a pool under a policy", () => {
  it("stays a pool, and there is no way around the policy through its servers", async () => {
    const inner = files();
    const pool = withPolicy({ policy: { readOnly: "deny" } })(
      createMcpTransportPoolFromTransports({ transports: [inner] }),
    );
    expect((await pool.connect()).map(({ name }) => name)).not.toContain("files__read");
    expect(pool.snapshot().map(({ serverId }) => serverId)).toEqual(["files"]);
    const server = pool.server("files");
    expect(pool.server("files")).toBe(server);
    expect(pool.server("none")).toBeUndefined();
    await expect(server?.callTool("read", {})).rejects.toBeInstanceOf(ToolNotFoundError);
    await pool.stop();
    expect(pool.state).toBe("closed");
  });
});
