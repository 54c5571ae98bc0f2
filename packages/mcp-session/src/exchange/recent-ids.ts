/** Remembers the last ids that were given up, so that their late answers are told from stray ones. */
export interface RecentIds {
  add(id: string): void;
  /** True where the id was there; it is forgotten then. */
  take(id: string): boolean;
}

const kept = 256;

/** Makes a memory of the last 256 ids. */
export function createRecentIds(): RecentIds {
  const ids = new Set<string>();
  return {
    add(id) {
      ids.add(id);
      if (ids.size <= kept) return;
      for (const oldest of ids) {
        ids.delete(oldest);
        return;
      }
    },
    take: (id) => ids.delete(id),
  };
}
