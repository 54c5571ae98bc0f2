// What the scripted server needs of the world, given by the operating system.
import { spawn } from "node:child_process";
import { appendFileSync, closeSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";

const stdoutFd = 1;
const stderrFd = 2;

export function processHost(script) {
  let ignoresEof = false;
  return {
    pid: process.pid,
    write: (data) => writeAll(stdoutFd, data),
    stderr: (text) => writeAll(stderrFd, text),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    journal(entry) {
      if (script.journal === undefined) return;
      // Written before anything else happens: a crash must not lose it.
      appendFileSync(script.journal, `${JSON.stringify({ ...entry, pid: process.pid, at: Date.now() })}\n`);
    },
    exit: (code) => process.exit(code),
    closeStdout: () => closeSync(stdoutFd),
    stopReading() {
      process.stdin.pause();
      setInterval(() => {}, 60_000); // a paused stdin alone keeps no process alive
    },
    environment: () => JSON.stringify(process.env),
    refuseToEnd() {
      ignoresEof = true;
      process.on("SIGTERM", () => this.journal({ event: "sigterm" }));
      setInterval(() => {}, 60_000);
    },
    startGrandchild() {
      const code = "setInterval(() => {}, 1000)";
      spawn(process.execPath, ["-e", code], { stdio: ["ignore", "inherit", "inherit"] }).unref();
    },
    takeLock: () => takeLock(script.lock),
    readLines(server) {
      let rest = "";
      process.stdin.setEncoding("utf8");
      process.stdin.on("data", (chunk) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line.trim() !== "") server.receive(line);
      });
      process.stdin.on("end", () => {
        this.journal({ event: "eof" });
        if (!ignoresEof) process.exit(0);
      });
    },
  };
}

/** Blocks until everything is written, so that an exit right after it loses nothing. */
function writeAll(fd, data) {
  let bytes = typeof data === "string" ? Buffer.from(data) : data;
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(fd, bytes));
    } catch (error) {
      if (error.code === "EPIPE" || error.code === "EBADF") return; // nobody reads any more
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** True where no other process that is alive holds the lock. */
function takeLock(file) {
  if (file === undefined)
    throw new Error("The mode single-instance needs `lock`: the path of its lock file.");
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch {
    // The file is there: it counts only while its owner lives.
    if (isAlive(Number(readFileSync(file, "utf8")))) return false;
    writeFileSync(file, String(process.pid));
  }
  process.on("exit", () => rmSync(file, { force: true }));
  return true;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // ESRCH: no such process
  }
}
