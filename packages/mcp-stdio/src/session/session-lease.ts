import { abortable } from "@x/mcp-core";
import type { Sandbox, SandboxSession } from "@x/sandbox";

/** Where the session of one server comes from, and whose it is. */
export interface SessionLease {
  /** The session; opened on first use, once for all who ask. */
  get(signal?: AbortSignal): Promise<SandboxSession>;
  /** Opened here, so that it is closed here as well. */
  readonly owned: boolean;
  /** The session is dead: the next `get` opens another one. Does nothing where it is borrowed. */
  forget(session: SandboxSession): void;
  /** Closes the session if it is owned, also one that is still being opened. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/** A session of somebody else: shared, and never closed. */
export function borrowedSession(session: SandboxSession): SessionLease {
  return { owned: false, get: async () => session, forget: () => {}, close: async () => {} };
}

interface Opening {
  readonly session: Promise<SandboxSession>;
  readonly stop: AbortController;
  opened?: SandboxSession;
}

/** A session of our own in a sandbox. */
export function ownedSession(sandbox: Sandbox, serverId: string): SessionLease {
  let current: Opening | undefined;
  const closing = new Set<Promise<void>>();

  const open = (): Opening => {
    const stop = new AbortController();
    const opening: Opening = { session: sandbox.open({ labels: { serverId }, signal: stop.signal }), stop };
    opening.session.then(
      (session) => {
        opening.opened = session;
      },
      () => {
        // Forgotten, so that the next one may succeed; whoever waits is told.
        if (current === opening) current = undefined;
      },
    );
    return opening;
  };

  return {
    owned: true,
    get(signal) {
      current ??= open();
      return abortable(current.session, signal, "Opening the sandbox session");
    },
    forget(session) {
      if (current?.opened !== session) return;
      current = undefined;
      // What is left of it, locks and directories, is released all the same; a dead backend may refuse.
      const done = session.close().catch(() => undefined);
      closing.add(done);
      void done.then(() => closing.delete(done));
    },
    async close(options) {
      const last = current;
      current = undefined;
      last?.stop.abort();
      const session = await last?.session.catch(() => undefined); // it never opened: nothing to close
      await session?.close(options);
      await Promise.all(closing);
    },
  };
}
