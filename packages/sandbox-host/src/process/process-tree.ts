import { SandboxError } from "@x/sandbox";
import { timers } from "./node-builtins.ts";
import { hasNoChild, type ProcessEntry, readProcessTable } from "./process-table.ts";

/** A process that leads a session of its own, and everything that came of it. */
export interface ProcessTree {
  /** Process id of the leader. */
  readonly leader: number;
  /** Sends a signal to the leader's process group. What has ended already is no error. */
  signal(signal: NodeJS.Signals): void;
  /**
   * The living processes that are known to belong to the leader: its session, its group, and what descends from them.
   * A process that made a session of its own *and* whose parent has ended before the first look is not found.
   */
  members(): Promise<readonly ProcessEntry[]>;
  /** Takes note of the members, for `end`: it finds those too whose parent has ended by then. */
  note(): Promise<void>;
  /** Kills all members until none is left. */
  end(): Promise<void>;
}

const giveUpMs = 5000;

/** Follows the tree of the process `leader`, which was started detached and so leads its own session and group. */
export function processTree(leader: number): ProcessTree {
  // Once their parent has ended, members are known only by what was seen before.
  const sessions = new Set([leader]);
  const known = new Set([leader]);
  let tableIsEmpty = true;

  const members = async (): Promise<readonly ProcessEntry[]> => {
    const table = await readProcessTable();
    tableIsEmpty = table.length === 0;
    const found = new Set<ProcessEntry>();
    for (let size = -1; size < found.size; ) {
      size = found.size;
      for (const entry of table) {
        if (found.has(entry) || !belongs(entry)) continue;
        found.add(entry);
        known.add(entry.pid);
        // 0: the session is outside our process namespace, and holds strangers.
        if (entry.session > 0) sessions.add(entry.session);
      }
    }
    // An id whose process is gone may be given to a stranger.
    known.clear();
    sessions.clear();
    known.add(leader);
    sessions.add(leader);
    for (const { pid, session } of found) {
      known.add(pid);
      if (session > 0) sessions.add(session);
    }
    return [...found].filter((entry) => !entry.zombie);
  };
  const belongs = (entry: ProcessEntry): boolean =>
    entry.pid !== process.pid &&
    (sessions.has(entry.session) || sessions.has(entry.group) || known.has(entry.parent));
  const signal = (name: NodeJS.Signals): void => {
    send(-leader, name);
  };
  const endAll = async (): Promise<void> => {
    const giveUpAt = process.uptime() + giveUpMs / 1000;
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
      // Looked at before the kill: afterwards the links to descendants are gone.
      const living = await members();
      const left = send(-leader, "SIGKILL");
      for (const { pid } of living) send(pid, "SIGKILL");
      if (living.length === 0 && (!left || !tableIsEmpty)) return;
      if (process.uptime() > giveUpAt) throw notEnding(living.length);
      await timers.setTimeout(waitMs);
    }
  };
  let ending: Promise<void> | undefined;
  return {
    leader,
    signal,
    members,
    async note() {
      if (!hasNoChild(leader)) await members();
    },
    end() {
      ending ??= endAll();
      return ending;
    },
  };
}

/** `false`: there is no such process or group. */
function send(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // EPERM: it became another user's; nothing more can be done from here.
    if (error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM"))
      return false;
    throw error;
  }
}

function notEnding(count: number): SandboxError {
  return new SandboxError("unavailable", {
    message: `${count} processes are still there ${giveUpMs} ms after SIGKILL.`,
    remedy: "They hang in the kernel; look at the storage or device they wait for.",
    retryable: false,
  });
}
