import { isSandboxError } from "@x/sandbox";
import type { SandboxChoice } from "../contract/sandbox-view.ts";
import type { Place } from "./place.ts";

/** Opens a session of a place and closes it again: whether it can be used here, and if not, why and what helps. */
export async function probePlace(place: Place, signal: AbortSignal): Promise<SandboxChoice> {
  signal.throwIfAborted();
  const { id, label, isolation } = place;
  // There is nothing to find out about the machine we run on.
  if (isolation === "none") return { id, label, isolation, available: true };
  try {
    const session = await place.sandbox({}).open({ signal });
    await session.close();
    return { id, label, isolation, available: true };
  } catch (error) {
    if (signal.aborted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const remedy = isSandboxError(error) ? error.remedy : undefined;
    // A sandbox error ends with its remedy; here each has a place of its own.
    const reason = remedy === undefined ? message : message.replace(remedy, "").trim();
    return {
      id,
      label,
      isolation,
      available: false,
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    };
  }
}
