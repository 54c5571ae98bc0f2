import { isSandboxError, requireIsolation, SandboxError, SandboxNoExecutorError } from "@x/sandbox";
import { expect, test } from "vitest";

test("keeps what is known of a failure, and gives logs all but the cause", () => {
  const cause = new Error("token=abc");
  const error = new SandboxError("unavailable", {
    message: "The engine does not answer.",
    remedy: "Start it.",
    cause,
    sandbox: "docker",
    detail: "ECONNREFUSED",
  });
  expect(error.message).toBe("The engine does not answer. Start it.");
  expect(error.cause).toBe(cause);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: "SandboxError",
    code: "unavailable",
    message: "The engine does not answer. Start it.",
    sandbox: "docker",
    remedy: "Start it.",
    detail: "ECONNREFUSED",
    retryable: true,
  });
  expect(JSON.stringify(error)).not.toContain("abc");
});

test("calls only an absent backend retryable, unless it is told better", () => {
  expect(new SandboxError("spawn_failed", { message: "" }).retryable).toBe(false);
  expect(new SandboxError("quota", { message: "", retryable: true }).retryable).toBe(true);
  expect("cause" in new SandboxError("closed", { message: "" })).toBe(false);
});

test("recognises the errors of another copy of the package", () => {
  const foreign = Object.assign(new Error("x"), { [Symbol.for("@x/sandbox/error")]: true });
  expect(isSandboxError(foreign)).toBe(true);
  expect(isSandboxError(new SandboxNoExecutorError())).toBe(true);
  for (const other of [undefined, null, "closed", {}, new Error("x")])
    expect(isSandboxError(other)).toBe(false);
});

test("says what to do where a session runs nothing", () => {
  const error = new SandboxNoExecutorError({ sandbox: "memory" });
  expect(error).toMatchObject({ name: "SandboxNoExecutorError", code: "no_executor", sandbox: "memory" });
  expect(error.message).toContain("Nothing was started");
  expect(error.remedy).toContain("HTTP");
});

test("refuses a sandbox below the minimum, and names those that would do", () => {
  requireIsolation({ id: "docker", isolation: "container" }, "container");
  requireIsolation({ id: "docker", isolation: "microvm" }, "container");
  expect(() => requireIsolation({ id: "host", isolation: "none" }, "gvisor")).toThrow(
    expect.objectContaining({
      code: "policy",
      sandbox: "host",
      remedy: expect.stringContaining("gvisor, microvm, remote"),
    }),
  );
});
