// Runs one scenario of the official referee against a client command.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const referee = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

/** The outcome of one run: what the referee counted, and why it is no pass where it is none. */
export async function runScenario({ node, client, scenario, revision, timeoutMs }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "conformance-"));
  try {
    const args = [referee, "client", "--command", client, "--scenario", scenario, "--spec-version", revision];
    // Extensions stand on no revision's list, so they are run only where that is said.
    const limits = ["--timeout", String(timeoutMs), "-o", folder, "--force"];
    const exit = await execute(node, [...args, ...limits], timeoutMs * 2);
    const checks = await readChecks(folder);
    const count = (status) => checks.filter((check) => check.status === status).length;
    const failed = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    return {
      exit,
      success: count("SUCCESS"),
      failed: failed.map(describe),
      output: await readOutput(folder),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function execute(file, args, timeout) {
  return new Promise((resolve) => {
    execFile(file, args, { timeout, maxBuffer: 64 * 1024 * 1024 }, (error) =>
      resolve(error === null ? 0 : typeof error.code === "number" ? error.code : 1),
    );
  });
}

async function readChecks(folder) {
  const file = await find(folder, "checks.json");
  return file === undefined ? [] : JSON.parse(await readFile(file, "utf8"));
}

async function readOutput(folder) {
  const file = await find(folder, "stderr.txt");
  return file === undefined ? "" : (await readFile(file, "utf8")).trim().slice(0, 2000);
}

/** The referee puts its files into a folder named after the scenario and the time. */
async function find(folder, name) {
  const entries = await readdir(folder, { recursive: true });
  const entry = entries.find((candidate) => path.basename(candidate) === name);
  return entry === undefined ? undefined : path.join(folder, entry);
}

function describe({ id, status, errorMessage }) {
  return `${status} ${id}${errorMessage === undefined ? "" : `: ${errorMessage}`}`;
}
