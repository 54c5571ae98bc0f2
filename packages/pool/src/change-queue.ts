/** Runs one change of some servers at a time; while it runs, their ids are in `reserved`. */
export function createChangeQueue(
  reserved: Set<string>,
): <T>(serverIds: readonly string[], run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (serverIds, run) => {
    const turn = last.then(async () => {
      for (const serverId of serverIds) reserved.add(serverId);
      try {
        return await run();
      } finally {
        for (const serverId of serverIds) reserved.delete(serverId);
      }
    });
    // The next change has nothing to do with the failure of this one, which its own caller hears of.
    last = turn.catch(() => undefined);
    return turn;
  };
}
