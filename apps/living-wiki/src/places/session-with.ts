import type { SandboxSession } from "@x/sandbox";

/** What a session does otherwise. */
export type SessionChanges = Partial<Pick<SandboxSession, "spawn" | "exec">>;

/**
 * A session that does some things otherwise and everything else as before. No `Proxy`: Node 24's own `await using`
 * does not find the method to close one.
 */
export function sessionWith(session: SandboxSession, changes: SessionChanges): SandboxSession {
  const spawn = changes.spawn ?? session.spawn?.bind(session);
  const exec = changes.exec ?? session.exec?.bind(session);
  const { files } = session;
  return {
    id: session.id,
    isolation: session.isolation,
    workdir: session.workdir,
    features: session.features,
    executor: session.executor,
    ...(spawn === undefined ? {} : { spawn }),
    ...(exec === undefined ? {} : { exec }),
    ...(files === undefined ? {} : { files }),
    close: (options) => session.close(options),
    [Symbol.asyncDispose]: () => session.close(),
  };
}
