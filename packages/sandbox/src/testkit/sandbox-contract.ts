import type { Sandbox } from "../sandbox.ts";
import { backendCases } from "./backend-cases.ts";
import { commandCases } from "./command-cases.ts";
import { type ContractCase, type ContractOptions, createKit } from "./contract-kit.ts";
import { deadlineCases } from "./deadline-cases.ts";
import { filesCases } from "./files-cases.ts";
import { isolationCases } from "./isolation-cases.ts";
import { killCases } from "./kill-cases.ts";
import { pressureCases } from "./pressure-cases.ts";
import { refusalCases } from "./refusal-cases.ts";
import { resultCases } from "./result-cases.ts";
import { sessionCases } from "./session-cases.ts";
import { streamCases } from "./stream-cases.ts";
import { streamEndCases } from "./stream-end-cases.ts";

/**
 * The rules that every sandbox keeps, as cases for any test runner. `make` gives a fresh sandbox for each. A case is
 * skipped only if a feature it needs was declared missing, and T01 checks the declaration.
 *
 * @example
 * for (const { name, options, run } of sandboxContract(() => mySandbox())) test(name, options, run);
 */
export function sandboxContract<S extends Sandbox>(
  make: () => S | Promise<S>,
  options: ContractOptions<S> = {},
): readonly ContractCase[] {
  const kit = createKit(make, options);
  return [
    ...sessionCases(kit),
    ...commandCases(kit),
    ...refusalCases(kit),
    ...resultCases(kit),
    ...deadlineCases(kit),
    ...streamCases(kit),
    ...streamEndCases(kit),
    ...pressureCases(kit),
    ...killCases(kit),
    ...backendCases(kit),
    ...filesCases(kit),
    ...isolationCases(kit),
  ];
}
