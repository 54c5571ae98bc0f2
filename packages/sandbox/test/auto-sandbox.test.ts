import {
  type AutoSandboxReport,
  autoSandbox,
  type IsolationLevel,
  memorySandbox,
  type Sandbox,
  SandboxError,
} from "@x/sandbox";
import { expect, test } from "vitest";

/** A memory sandbox that says it isolates as `isolation`, and counts how often it is opened. */
function pretend(isolation: IsolationLevel, change: Partial<Sandbox> = {}) {
  const inner = memorySandbox({ startTimeoutMs: 50 });
  const counted = { opened: 0, live: 0 };
  const sandbox: Sandbox = {
    id: `pretended-${isolation}`,
    isolation,
    async open(options) {
      counted.opened += 1;
      const session = await inner.open(options);
      counted.live += 1;
      return {
        ...session,
        isolation,
        async close(o) {
          await session.close(o);
          counted.live -= 1;
        },
      };
    },
    ...change,
  };
  return { sandbox, backend: inner.backend, counted };
}

const verdicts = (report: AutoSandboxReport | undefined) =>
  report?.candidates.map(({ isolation, verdict }) => [isolation, verdict]);

test("takes the strongest that is there, in whatever order they come, and says why", async () => {
  const [host, policy, container, remote] = (["none", "os-policy", "container", "remote"] as const).map(
    (level) => pretend(level),
  ) as [Pretended, Pretended, Pretended, Pretended];
  remote.backend.stop();
  const reports: AutoSandboxReport[] = [];
  const sandbox = autoSandbox({
    minimum: "os-policy",
    candidates: [policy, remote, host, container].map((each) => each.sandbox),
    onChoice: (report) => reports.push(report),
  });
  expect(sandbox.report).toBeUndefined();
  await using session = await sandbox.open();
  expect(session.isolation).toBe("container");
  expect(reports).toEqual([sandbox.report]);
  expect(sandbox.report?.chosen).toEqual({ sandbox: "pretended-container", isolation: "container" });
  expect(verdicts(sandbox.report)).toEqual([
    ["remote", "absent"],
    ["container", "chosen"],
    ["os-policy", "not-tried"],
    ["none", "below-minimum"],
  ]);
  expect(sandbox.report?.candidates[0]?.error?.code).toBe("unavailable");
  expect(sandbox.report?.reason).toMatch(
    /"pretended-container" \(container\).*strongest.*"pretended-remote":.*is down/,
  );
  expect([host.counted.opened, policy.counted.opened]).toEqual([0, 0]);
});

type Pretended = ReturnType<typeof pretend>;

test("never goes below the minimum: without a candidate that is there, it says what is the matter with each", async () => {
  const host = pretend("none");
  const container = pretend("container");
  container.backend.stop();
  const sandbox = autoSandbox({ minimum: "virtual", candidates: [host.sandbox, container.sandbox] });
  await expect(sandbox.open()).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(
      /"virtual" or stronger.*"pretended-container".*not tried: "pretended-none"/,
    ),
  });
  expect(sandbox.report).toMatchObject({ chosen: undefined });
  expect(host.counted.opened).toBe(0);
});

test("takes the host only where the minimum is none and the host is among the candidates", async () => {
  const host = pretend("none");
  const make = (minimum: IsolationLevel) => autoSandbox({ minimum, candidates: [host.sandbox] });
  expect(() => make("virtual")).toThrow(/No candidate isolates.*"pretended-none" \(none\)/);
  expect(() => autoSandbox({ minimum: "none", candidates: [] })).toThrow(
    expect.objectContaining({ code: "policy" }),
  );
  expect(() => autoSandbox({ candidates: [host.sandbox] } as never)).toThrow(
    expect.objectContaining({ code: "invalid_argument" }),
  );
  await using session = await make("none").open();
  expect(session.isolation).toBe("none");
});

test("a backend that hangs, a session that runs nothing and one weaker than it said are passed over", async () => {
  const hung = pretend("remote");
  hung.backend.hang();
  const files = memorySandbox({ executor: "unavailable" });
  const filesOnly: Sandbox = { ...files, id: "files-only", isolation: "gvisor" };
  const boasting: Sandbox = { ...memorySandbox(), id: "boasting", isolation: "microvm" };
  const container = pretend("container");
  const candidates = [filesOnly, boasting, container.sandbox, hung.sandbox];
  const sandbox = autoSandbox({ minimum: "os-policy", candidates });
  await using session = await sandbox.open();
  expect(session.isolation).toBe("container");
  expect(sandbox.report?.candidates.map(({ error }) => error?.code)).toEqual([
    "timeout",
    "policy",
    "no_executor",
    undefined,
  ]);
});

test("a failure that says nothing of absence leads to nothing weaker", async () => {
  const quota = new SandboxError("quota", { message: "No more sandboxes." });
  const full = pretend("remote", { open: () => Promise.reject(quota) });
  const weaker = pretend("container");
  const sandbox = autoSandbox({ minimum: "none", candidates: [weaker.sandbox, full.sandbox] });
  await expect(sandbox.open()).rejects.toBe(quota);
  expect(weaker.counted.opened).toBe(0);
});

test("the choice stays: where the chosen one is lost, nothing weaker takes its place", async () => {
  const container = pretend("container");
  const policy = pretend("os-policy");
  const sandbox = autoSandbox({ minimum: "none", candidates: [policy.sandbox, container.sandbox] });
  await (await sandbox.open()).close();
  container.backend.stop();
  await expect(sandbox.open()).rejects.toMatchObject({ code: "unavailable" });
  container.backend.restore();
  await (await sandbox.open()).close();
  expect([policy.counted.opened, container.counted.live]).toEqual([0, 0]);
});

test("concurrent first callers get the same one, and one that gives up holds up nobody", async () => {
  const hung = pretend("remote");
  hung.backend.hang();
  const container = pretend("container");
  let choices = 0;
  const sandbox = autoSandbox({
    minimum: "container",
    candidates: [container.sandbox, hung.sandbox],
    onChoice: () => {
      choices += 1;
    },
  });
  const stop = new AbortController();
  const given = sandbox.open({ signal: stop.signal });
  const waiting = [sandbox.open(), sandbox.open(), sandbox.open({ signal: AbortSignal.abort() })];
  stop.abort();
  await expect(given).rejects.toMatchObject({ code: "cancelled" });
  const [first, second, cancelled] = await Promise.allSettled(waiting);
  expect(cancelled).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
  for (const each of [first, second]) expect(each).toMatchObject({ value: { isolation: "container" } });
  expect([choices, hung.counted.opened, container.counted.live]).toEqual([1, 2, 2]);
});

test("a listener that fails leaves no session behind", async () => {
  const container = pretend("container");
  const sandbox = autoSandbox({
    minimum: "container",
    candidates: [container.sandbox],
    onChoice() {
      throw new Error("the listener failed");
    },
  });
  await expect(sandbox.open()).rejects.toThrow("the listener failed");
  expect(container.counted).toEqual({ opened: 1, live: 0 });
});

test("sweeps every candidate that could have been taken, and passes over those that are not there", async () => {
  const swept = (removed: number) => ({ sweep: async () => ({ removed, failed: 1 }) });
  const absent = { sweep: () => Promise.reject(new SandboxError("unavailable", { message: "No engine." })) };
  const candidates = [
    pretend("none", swept(100)).sandbox,
    pretend("container", swept(2)).sandbox,
    pretend("gvisor", absent).sandbox,
    pretend("remote", swept(3)).sandbox,
    pretend("os-policy").sandbox,
  ];
  const sandbox = autoSandbox({ minimum: "os-policy", candidates });
  expect(await sandbox.sweep?.()).toEqual({ removed: 5, failed: 2 });
});
