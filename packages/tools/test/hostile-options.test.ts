import {
  createToolRegistry,
  memoryResultStore,
  registerMcpTools,
  resultReaderTool,
  withApproval,
  withResultBudget,
} from "@x/tools";
import { describe, expect, it } from "vitest";
import { fakePort } from "./fixtures/fake-port.ts";

/** As plain JavaScript passes it. */
const any = (value: unknown): never => value as never;

describe("an approver", () => {
  it.each([
    [undefined],
    [null],
    ["yes"],
    [1],
    [{}],
    [[]],
    [{ approved: "no" }],
    [{ approved: 1 }],
    [{ approved: true, args: 7 }],
    [{ approved: true, args: null }],
    [{ approved: false, reason: 7 }],
    [() => true],
  ])("that answers %j has let nothing run", async (answer) => {
    const inner = fakePort("docs");
    const port = withApproval(() => any(answer))(inner);
    await port.connect();
    await expect(port.callTool("echo", {})).rejects.toMatchObject({
      code: "call_failed",
      outcome: "not-sent",
      cause: { message: expect.stringContaining("no decision") },
    });
    expect(inner.log.filter((line) => line.startsWith("call"))).toEqual([]);
  });

  it("that answers after the caller has left lets nothing run", async () => {
    const inner = fakePort("docs");
    const leaves = new AbortController();
    const port = withApproval(async () => {
      leaves.abort(new Error("gone"));
      return true;
    })(inner);
    await port.connect();
    await expect(port.callTool("echo", {}, { signal: leaves.signal })).rejects.toMatchObject({
      code: "cancelled",
      outcome: "not-sent",
    });
    expect(inner.log.filter((line) => line.startsWith("call"))).toEqual([]);
  });
});

describe("a size", () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "7", null, {}])("is not %j", (maxBytes) => {
    const store = memoryResultStore();
    for (const make of [
      () => withResultBudget({ store, maxBytes: any(maxBytes) }),
      () => memoryResultStore({ maxBytes: any(maxBytes) }),
      () => resultReaderTool(store, { maxBytes: any(maxBytes) }),
    ])
      expect(make).toThrow(expect.objectContaining({ code: "config", pointer: "/maxBytes" }));
  });
});

it.each([
  ["/allow", { allow: "echo" }],
  ["/allow", { allow: [null] }],
  ["/deny", { deny: [7] }],
  ["/deny", { deny: { 0: "echo" } }],
  ["/style", { style: "nope" }],
  ["/maxDescriptionBytes", { maxDescriptionBytes: Number.NaN }],
  ["/maxDescriptionBytes", { maxDescriptionBytes: 0 }],
  ["/timeoutMs", { timeoutMs: Number.NaN }],
])("a registration is refused at %s, and nothing is registered", async (pointer, options) => {
  const registry = createToolRegistry();
  const port = fakePort("docs");
  await expect(registerMcpTools(registry, port, any(options))).rejects.toMatchObject({
    code: "config",
    pointer,
  });
  expect(registry.list()).toEqual([]);
  expect(port.log).toEqual([]);
});
