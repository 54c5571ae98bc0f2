// @ts-check
// Ends every test run with one plain line that people and CI read: `tests: 12 passed, 0 failed, 1 skipped`.
// With X_COUNT_FILE set the line goes into that file, for a caller that has the last word on the terminal.
import { writeFileSync } from "node:fs";

export default class CountReporter {
  /**
   * @param {ReadonlyArray<import("vitest/node").TestModule>} modules
   * @param {ReadonlyArray<import("vitest").SerializedError>} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A module that broke before its tests ran would otherwise count for nothing.
      count.failed += module.errors().length;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const failed = count.failed + count.pending;
    const line = `tests: ${count.passed} passed, ${failed} failed, ${count.skipped} skipped`;
    if (process.env.X_COUNT_FILE) writeFileSync(process.env.X_COUNT_FILE, line);
    else console.log(line);
  }
}
