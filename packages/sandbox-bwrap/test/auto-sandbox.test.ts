import { autoSandbox, withPolicy } from "@x/sandbox";
import { bwrapSandbox } from "@x/sandbox-bwrap";
import { hostSandbox } from "@x/sandbox-host";
import { realCommand } from "@x/tooling/real-parts";
import { expect, test } from "vitest";

const bubblewrap = await realCommand("bwrap", "apt-get install bubblewrap");
const host = hostSandbox({ allowHostExecution: true });
const missing = bwrapSandbox({ bwrap: "/no/such/bwrap" });

test.skipIf(!bubblewrap)("bubblewrap is taken before the host where it is there", async () => {
  const sandbox = autoSandbox({ minimum: "none", candidates: [host, bwrapSandbox()] });
  await using session = await sandbox.open();
  expect(session.isolation).toBe("os-policy");
  expect(sandbox.report?.candidates).toEqual([
    { sandbox: "bwrap", isolation: "os-policy", verdict: "chosen" },
    { sandbox: "host", isolation: "none", verdict: "not-tried" },
  ]);
  const result = await session.exec?.({ command: "cat", args: ["/etc/hostname"] });
  expect(result?.exitCode).not.toBe(0);
});

test("where bubblewrap is missing, nothing runs on the host unless the minimum is none", async () => {
  const strict = autoSandbox({ minimum: "os-policy", candidates: [host, missing] });
  await expect(strict.open()).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/"bwrap": .*Below the minimum, so not tried: "host" \(none\)/s),
  });
  const lax = autoSandbox({ minimum: "none", candidates: [host, missing] });
  await using session = await lax.open();
  expect(session.isolation).toBe("none");
  expect(lax.report?.reason).toMatch(/^"host" \(none\) is the strongest sandbox that is there\. "bwrap": /);
});

test.skipIf(!bubblewrap)("a network of the host is refused where the policy allows none", async () => {
  const policy = { minimumIsolation: "os-policy", network: "none" } as const;
  await using session = await withPolicy(bwrapSandbox(), policy).open();
  expect(session.features.has("network-none")).toBe(true);
  await expect(withPolicy(bwrapSandbox({ network: "host" }), policy).open()).rejects.toMatchObject({
    code: "policy",
  });
});
