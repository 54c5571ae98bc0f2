import { hostSandbox } from "@x/sandbox-host";
import { directoryFailed } from "@x/sandbox-host/process";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

test("a session without a place for its directory says where to make one", async () => {
  vi.stubEnv("TMPDIR", "/no/such/directory");
  await expect(hostSandbox({ allowHostExecution: true }).open()).rejects.toMatchObject({
    name: "SandboxError",
    code: "unavailable",
    detail: "ENOENT",
    remedy: expect.stringContaining("TMPDIR"),
  });
});

test.each(["ENOSPC", "EDQUOT", "EMFILE"])("%s is a shortage that may pass", (code) => {
  const cause = Object.assign(new Error("no room"), { code });
  expect(directoryFailed(cause)).toMatchObject({ code: "quota", retryable: true, detail: code, cause });
});
