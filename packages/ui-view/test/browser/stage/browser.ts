import { findCommand } from "@x/tooling/real-parts";
import { type Browser, chromium } from "playwright-core";

const flags = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Nothing but loopback is ever asked for: every other name is not found, and every other address not reached.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.*",
];

/** Starts the machine's Chromium. Its traffic stays on loopback. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findCommand("chromium");
  if (executablePath === undefined) throw new Error("There is no chromium.");
  return chromium.launch({ executablePath, args: [...flags, ...more] });
}
