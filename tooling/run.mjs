// Runs a workspace task on a machine that has only Node and npm: `node tooling/run.mjs test`.
// This file must parse on an old Node too, so that its user reads the message below and no stack trace.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const needed = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node.replace(">=", "");
const [major, minor] = process.versions.node.split(".").map(Number);
const [neededMajor, neededMinor] = needed.split(".").map(Number);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    "Node " +
      needed +
      " or newer is needed, and this is " +
      process.version +
      ". " +
      "Install a current Node (https://nodejs.org) and run the same command again.",
  );
  process.exitCode = 1;
} else {
  import("./run/tasks.mjs")
    .then(({ runTask }) => runTask(root, process.argv.slice(2)))
    .catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
}
