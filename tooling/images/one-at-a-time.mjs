// Work that several processes ask for at once, of which one does it while the others wait.
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const oldestMs = 15 * 60_000;

/**
 * Runs `work` while nobody else holds `file`. A holder that has died, or has held it for a quarter of an hour, holds
 * nothing.
 * @template T
 * @param {string} file @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(file, work) {
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await delay(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function isAbandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > oldestMs) return true;
    const pid = Number(readFileSync(file, "utf8"));
    // Empty: it was made in this moment.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    // ENOENT: let go of meanwhile. EPERM: it lives, and is somebody else's.
    return error.code === "ESRCH";
  }
}
