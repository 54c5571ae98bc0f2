// Tests use real parts: a browser, a container engine, a database. Where one is missing, the tests that need it
// are skipped and say why; in CI, where X_REQUIRE_REAL is set, they fail instead, so none goes missing unseen.
import { accessSync, constants } from "node:fs";
import path from "node:path";

/**
 * Whether a real part is here. Says on stderr why it is not; throws in that case when X_REQUIRE_REAL is set.
 * `probe` returns true, or a sentence that says what is missing and how to get it; throwing it is as good.
 */
export async function realPart(name, probe) {
  const answer = await attempt(probe);
  if (answer === true) return true;
  const message = `${name} is not here: ${answer}`;
  if (process.env.X_REQUIRE_REAL)
    throw new Error(`${message} (X_REQUIRE_REAL is set, so no test may be skipped)`);
  process.stderr.write(`skipping tests: ${message}\n`);
  return false;
}

/** {@link realPart} for a command that must be on PATH; `install` says how to get it. */
export function realCommand(command, install) {
  return realPart(command, () =>
    findCommand(command) === undefined ? `no such command on PATH (${install})` : true,
  );
}

/** The file that runs when `command` is called, or undefined when PATH has none. */
export function findCommand(command) {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, command))
    .find(isExecutable);
}

/**
 * Whether this Node is of that major version or newer. The test that asks is skipped on an older one and run by
 * CI's leg on a newer one, so this never throws.
 */
export function newerNode(major) {
  return Number(process.versions.node.split(".")[0]) >= major;
}

async function attempt(probe) {
  try {
    return await probe();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // that folder has no such program: the next one is asked
  }
}
