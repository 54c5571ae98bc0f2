import { sandboxContract } from "@x/sandbox/testkit";
import { hostSandbox } from "@x/sandbox-host";
import { describe, expect, test } from "vitest";

// The host isolates nothing, so every case about isolation must see that.
const cases = sandboxContract(() => hostSandbox({ allowHostExecution: true }), {
  limits: { pids: 20, memoryBytes: 16 * 1024 * 1024 },
});

describe("the contract kit", () => {
  for (const id of ["T25", "T25b", "T38", "T39", "T39c", "T39d", "T39e"]) {
    test(`turns ${id} red for a sandbox that does not isolate`, async () => {
      const found = cases.find((one) => one.id === id);
      await expect(found?.run()).rejects.toThrow();
    });
  }
});
