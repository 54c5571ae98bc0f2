import type { Reaper } from "./reaper.ts";

/** Shares one reaper among the sessions of a sandbox: it lives from the first to the last of them. */
export interface ReaperLease {
  acquire(): Promise<void>;
  /** `clean`: whether the session left nothing. The reaper stays if one did not. */
  release(clean: boolean): Promise<void>;
}

/** Nothing is started before the first {@link ReaperLease.acquire}. */
export function createReaperLease(start: () => Promise<Reaper>): ReaperLease {
  let reaper: Promise<Reaper> | undefined;
  let holders = 0;
  let clean = true;
  return {
    async acquire() {
      holders += 1;
      reaper ??= start();
      try {
        await reaper;
      } catch (error) {
        holders -= 1;
        reaper = undefined;
        throw error;
      }
    },
    async release(sessionIsClean) {
      holders -= 1;
      clean &&= sessionIsClean;
      if (holders > 0 || !clean) return;
      const last = reaper;
      reaper = undefined;
      await (await last)?.dismiss();
    },
  };
}
