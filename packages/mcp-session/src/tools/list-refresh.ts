import type { Clock } from "@x/mcp-core";

/** Reads a list again when the server says that it changed. */
export interface ListRefresh {
  /** The list changed, as far as the server says. */
  changed(): void;
  end(): void;
}

const shortestMs = 100;
const longestMs = 10_000;

/**
 * Makes a refresh that is debounced: announcements within the wait cost one reading. A server that announces
 * changes that are none is listened to ever more slowly, which also ends a loop of reading and announcing.
 */
export function createListRefresh(clock: Clock, read: () => Promise<boolean>): ListRefresh {
  let waitMs = shortestMs;
  let disarm: (() => void) | undefined;
  let reading = false;
  let again = false;
  let over = false;

  const run = async (): Promise<void> => {
    disarm = undefined;
    reading = true;
    again = false;
    const differs = await read();
    reading = false;
    waitMs = differs ? shortestMs : Math.min(longestMs, waitMs * 2);
    if (again) arm();
  };

  const arm = (): void => {
    if (over || disarm !== undefined) return;
    disarm = clock.after(waitMs, () => void run());
  };

  return {
    changed() {
      if (reading) again = true;
      else arm();
    },
    end() {
      over = true;
      disarm?.();
      disarm = undefined;
    },
  };
}
