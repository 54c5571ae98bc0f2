import {
  combinedPolicy,
  memorySandbox,
  requirePolicy,
  type Sandbox,
  type SandboxPolicy,
  withPolicy,
} from "@x/sandbox";
import { expect, test } from "vitest";

test("a level below the minimum is refused with both levels and what to write", () => {
  const demand = () => requirePolicy(memorySandbox(), { minimumIsolation: "container" });
  expect(demand).toThrow(expect.objectContaining({ code: "policy", sandbox: "memory", retryable: false }));
  expect(demand).toThrow(
    /"memory" isolates at level "virtual".*asks for "container".*Choose a sandbox of level container, gvisor/,
  );
  expect(() => requirePolicy(memorySandbox(), { minimumIsolation: "virtual" })).not.toThrow();
  expect(() => requirePolicy(memorySandbox(), {})).not.toThrow();
});

test("an unknown word in a policy is refused, not taken for leave", () => {
  for (const policy of [{ minimumIsolation: "vm" }, { network: "off" }])
    expect(() => requirePolicy(memorySandbox(), policy as SandboxPolicy)).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
});

test("policies add up, and none weakens another", () => {
  expect(combinedPolicy({ minimumIsolation: "container" }, { minimumIsolation: "none" })).toEqual({
    minimumIsolation: "container",
    network: "any",
  });
  expect(
    combinedPolicy({ network: "none" }, undefined, { minimumIsolation: "remote", network: "any" }),
  ).toEqual({
    minimumIsolation: "remote",
    network: "none",
  });
  expect(combinedPolicy()).toEqual({ minimumIsolation: "none", network: "any" });
});

test("a sandbox below the minimum is never opened", () => {
  let opened = 0;
  const inner = memorySandbox();
  const counting: Sandbox = {
    ...inner,
    open() {
      opened += 1;
      return inner.open();
    },
  };
  expect(() => withPolicy(counting, { minimumIsolation: "container" })).toThrow(/Nothing was started/);
  expect(opened).toBe(0);
});

test("a session with a network is closed before anybody gets it where the policy allows none", async () => {
  const closed: string[] = [];
  const sandbox = watched(closed, []);
  await expect(withPolicy(sandbox, { network: "none" }).open()).rejects.toMatchObject({
    code: "policy",
    message: expect.stringContaining('asks for network "none"'),
  });
  expect(closed).toHaveLength(1);
  await using session = await withPolicy(watched(closed, ["network-none"]), { network: "none" }).open();
  expect(session.features.has("network-none")).toBe(true);
  expect(closed).toHaveLength(1);
});

test("a session weaker than its sandbox said is closed and refused", async () => {
  const closed: string[] = [];
  const boasting: Sandbox = { ...watched(closed, []), isolation: "container" };
  await expect(withPolicy(boasting, { minimumIsolation: "os-policy" }).open()).rejects.toMatchObject({
    code: "policy",
  });
  expect(closed).toHaveLength(1);
});

/** A memory sandbox whose sessions claim further features and tell that they were closed. */
function watched(closed: string[], features: readonly string[]): Sandbox {
  const inner = memorySandbox();
  return {
    ...inner,
    async open(options) {
      const session = await inner.open(options);
      return {
        ...session,
        features: new Set([...session.features, ...features]),
        async close(o) {
          closed.push(session.id);
          await session.close(o);
        },
      };
    },
  };
}
