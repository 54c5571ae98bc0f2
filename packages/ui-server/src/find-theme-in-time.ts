import { RefusalError } from "./refusal.ts";
import type { SandboxSettings } from "./sandbox-settings.ts";
import { findTheme, type Theme } from "./theme/theme.ts";
import type { Visit } from "./visit.ts";
import { withinTime } from "./within-time.ts";

/** Finds the theme of a request, in the time that a resource has, too. Throws `RefusalError`. */
export async function findThemeInTime(
  { themeSource, limits }: SandboxSettings,
  { request }: Visit,
  name: string | undefined,
): Promise<Theme | undefined> {
  const outcome = await withinTime(limits.resolveTimeoutMs, request.signal, (signal) =>
    findTheme(name, themeSource, { request, signal }),
  );
  if (outcome.kind === "late") throw new RefusalError("resolver_timeout");
  if (outcome.kind === "failed") throw new RefusalError("resolver_failed", outcome.error);
  return outcome.value;
}
