import assert from "node:assert/strict";
import { isSandboxError, type SandboxError, type SandboxErrorCode } from "../error.ts";

/** Asserts that a promise rejects with a {@link SandboxError} of one of these codes, and gives the error. */
export async function rejectsWith(
  promise: Promise<unknown>,
  ...codes: readonly SandboxErrorCode[]
): Promise<SandboxError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(isSandboxError(error), `expected a SandboxError, got ${String(error)}`);
    assert.ok(codes.includes(error.code), `expected ${codes.join(" or ")}, got ${error.code}`);
    return error;
  }
  throw new assert.AssertionError({ message: `expected a rejection with ${codes.join(" or ")}` });
}
