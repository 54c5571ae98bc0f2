import { findCommand } from "@x/tooling/real-parts";
import { type Browser, chromium } from "playwright-core";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // a frame that the test does not look at must answer as fast as one that it does
  "--disable-renderer-backgrounding",
];

/** The real browser of this machine. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findCommand("chromium");
  if (executablePath === undefined) throw new Error("There is no chromium.");
  return chromium.launch({ executablePath, args: flags });
}
