import type { Activity } from "../contract/page-event.ts";

/** The latest of what happened. */
export interface ActivityLog {
  /** Oldest first. */
  readonly entries: readonly Activity[];
  add(entry: Omit<Activity, "id">): Activity;
}

const longestText = 500;

/** Makes an empty log that keeps the latest `size` entries, each cut to a few lines. */
export function createActivityLog(size = 200): ActivityLog {
  const entries: Activity[] = [];
  let count = 0;
  return {
    entries,
    add(entry) {
      const activity = { ...entry, id: ++count, text: entry.text.slice(0, longestText) };
      entries.push(activity);
      if (entries.length > size) entries.shift();
      return activity;
    },
  };
}
