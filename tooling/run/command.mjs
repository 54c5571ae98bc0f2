// Starts commands for the task runner: with the terminal handed over, or quietly with progress and a log kept
// for the day it fails.
import { spawn } from "node:child_process";

const windows = process.platform === "win32";
const heartbeatMs = 20_000;

/** A command ended badly. The message is meant for the person at the terminal; no stack is shown. */
export class CommandFailed extends Error {
  name = "CommandFailed";
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command on our own terminal and resolves with its exit code. */
export function runAttached(command, args, { cwd, env }) {
  const child = spawn(command, args, { cwd, env, stdio: "inherit", shell: windows });
  return ended(child, command);
}

/** Like {@link runAttached}, but an exit code other than 0 is a {@link CommandFailed} that says `advice`. */
export async function runOrFail(command, args, { cwd, env, advice = `${command} failed.` }) {
  const code = await runAttached(command, args, { cwd, env });
  if (code !== 0) throw new CommandFailed(advice, code);
}

/**
 * Runs a command with its output kept back. `title` is printed at once, or once the command has run for
 * `announceAfterMs`; a line every 20 s shows that it is alive; the end of the output is printed if it fails.
 */
export async function runQuietly(title, command, args, options) {
  const { cwd, env, announceAfterMs = 0, advice = `${command} failed.` } = options;
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], shell: windows });
  const lines = keepTail(child, 60);
  let announced = false;
  const announcement = setTimeout(() => {
    announced = true;
    console.log(title);
  }, announceAfterMs);
  const heartbeat = setInterval(() => console.log(`  still at it (${seconds()})`), heartbeatMs);
  const code = await ended(child, command).finally(() => {
    clearTimeout(announcement);
    clearInterval(heartbeat);
  });
  if (code !== 0) {
    console.error(lines().join("\n"));
    throw new CommandFailed(advice, code);
  }
  if (announced) console.log(`  done (${seconds()})`);
}

/** What a command wrote to its standard output, or undefined when it could not be run or failed. */
export function capture(command, args, { cwd, env, timeoutMs = 120_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "ignore"],
      shell: windows,
      timeout: timeoutMs,
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", () => resolve(undefined));
    child.on("close", (code) => resolve(code === 0 ? output.trim() : undefined));
  });
}

function keepTail(child, count) {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => {
      text = (text + chunk).slice(-20_000);
    });
  return () => text.trimEnd().split("\n").slice(-count);
}

/**
 * The exit code of `child`. While it runs, signals are its business: Ctrl-C reaches it from the terminal, a
 * signal sent to us alone is passed on, and we stay until it has cleaned up.
 */
function ended(child, command) {
  const forward = (signal) => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new CommandFailed(`Could not start ${command}: ${error.message}`)));
    child.on("close", (code, signal) => resolve(code ?? 128 + (signal === "SIGINT" ? 2 : 15)));
  }).finally(() => {
    for (const signal of signals) process.off(signal, forward);
  });
}
