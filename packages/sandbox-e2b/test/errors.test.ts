import { e2bSandbox } from "@x/sandbox-e2b";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sandboxAt } from "./fixtures/stand-in-sandbox.ts";
import { type StandIn, standInKey, startStandIn } from "./stand-in/stand-in.ts";

const hasBwrap = await realCommand("bwrap", "apt-get install bubblewrap");

describe("the options", () => {
  test.each([
    ["template", { template: "" }],
    ["lifetimeMs", { lifetimeMs: 10 }],
    ["network", { network: "host" as "none" }],
    ["metadata", { metadata: { "x-sandbox-owner": "me" } }],
  ])("are refused at once if they make no sense: %s", (name, options) => {
    expect(() => e2bSandbox(options)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(() => e2bSandbox(options)).toThrow(name);
  });
});

describe.skipIf(!hasBwrap)("a service that refuses", () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterEach(() => {
    Object.assign(standIn.faults, { unauthorized: false, quota: false });
    vi.unstubAllEnvs();
  });
  afterAll(() => standIn[Symbol.asyncDispose]());

  const opening = (options: object = {}): Promise<unknown> =>
    sandboxAt(standIn, options)
      .open()
      .catch((error: unknown) => error);

  test("for its key is unavailable, and the key is not told", async () => {
    standIn.faults.unauthorized = true;
    const error = await opening();
    expect(error).toMatchObject({ code: "unavailable", remedy: expect.stringContaining("E2B_API_KEY") });
    expect(String((error as Error).message)).not.toContain(standInKey);
    expect(standIn.machines.size).toBe(0);
  });

  test("is not even asked without a key", async () => {
    vi.stubEnv("E2B_API_KEY", undefined);
    const asked = standIn.keys.length;
    const error = await e2bSandbox({ apiUrl: standIn.url })
      .open()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "unavailable", remedy: expect.stringContaining("apiKey") });
    expect(standIn.keys.length).toBe(asked);
  });

  test("because the account's limit is reached says `quota`", async () => {
    standIn.faults.quota = true;
    expect(await opening()).toMatchObject({ code: "quota", remedy: expect.stringContaining("sweep()") });
  });

  test("by not being there is unavailable", async () => {
    expect(await opening({ apiUrl: "http://127.0.0.1:9" })).toMatchObject({
      code: "unavailable",
      remedy: expect.stringContaining("apiUrl"),
    });
  });

  test("asks a function for the key before each request that makes or ends a machine", async () => {
    const keys = ["1", "2"].map((digit) => `e2b_${digit.repeat(40)}`);
    const left = [...keys];
    const before = standIn.keys.length;
    const session = await sandboxAt(standIn, { apiKey: async () => left.shift() ?? "" }).open();
    await session.close();
    expect(standIn.keys.slice(before)).toEqual(keys);
  }, 30_000);
});
